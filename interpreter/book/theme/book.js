/* Step through examples, and filter the list of powers. Pages say everything without it. */
"use strict";
(() => {
  const button = (text, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  };

  /* One step of a walk at a time; its words are in the element's data. */
  const walk = (box) => {
    const steps = [...box.querySelectorAll(":scope > ol > li")];
    if (steps.length < 2) return;
    const words = box.dataset;
    let at = 0;
    let all = false;
    const where = document.createElement("output");
    const back = button(words.back, () => go(at - 1));
    const next = button(words.next, () => go(at + 1));
    const both = button(words.all, () => { all = !all; go(at); });
    const go = (to) => {
      const held = document.activeElement;
      at = Math.max(0, Math.min(steps.length - 1, to));
      steps.forEach((step, number) => { step.hidden = !all && number !== at; });
      back.disabled = all || at === 0;
      next.disabled = all || at === steps.length - 1;
      both.textContent = all ? words.one : words.all;
      where.textContent = words.of.replace("{n}", at + 1).replace("{all}", steps.length);
      /* A button that can't be pressed any longer must not keep the keyboard. */
      if (next.disabled && held === next) (back.disabled ? both : back).focus();
      if (back.disabled && held === back) (next.disabled ? both : next).focus();
    };
    const bar = document.createElement("div");
    bar.className = "walk__bar";
    bar.append(back, where, next, both);
    box.prepend(bar);
    bar.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") go(at - 1);
      if (event.key === "ArrowRight") go(at + 1);
    });
    go(0);
  };

  /* A choice for the kinds and one for the players, read from the table itself. */
  const filter = (box) => {
    const words = box.dataset;
    const rows = [...box.querySelectorAll("tbody tr")];
    const heads = [...box.querySelectorAll("thead th")].map((head) => head.textContent);
    const cells = (row, column) =>
      row.cells[column].textContent.split(/[\s,]+/).filter((word) => word);
    const bar = document.createElement("div");
    bar.className = "powers__bar";
    const name = document.createElement("input");
    name.type = "search";
    name.placeholder = words.name;
    name.setAttribute("aria-label", words.name);
    const pick = (column) => {
      const made = document.createElement("select");
      const found = new Set(rows.flatMap((row) => cells(row, column)));
      made.setAttribute("aria-label", `${words.filter}: ${heads[column]}`);
      made.append(new Option(`${heads[column]}: ${words.any}`, ""));
      [...found].sort().forEach((word) => made.append(new Option(word, word)));
      return made;
    };
    const kind = pick(2);
    const players = pick(3);
    const count = document.createElement("output");
    const show = () => {
      let shown = 0;
      rows.forEach((row) => {
        const fits =
          row.textContent.toLowerCase().includes(name.value.toLowerCase()) &&
          (!kind.value || cells(row, 2).includes(kind.value)) &&
          (!players.value || cells(row, 3).includes(players.value));
        row.hidden = !fits;
        shown += fits;
      });
      count.textContent = words.shown.replace("{n}", shown).replace("{all}", rows.length);
    };
    bar.append(name, kind, players, count);
    bar.addEventListener("input", show);
    box.prepend(bar);
    show();
  };

  const begin = () => {
    document.querySelectorAll(".walk").forEach(walk);
    document.querySelectorAll(".powers").forEach(filter);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
