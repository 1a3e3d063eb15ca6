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

  /* A choice for the kinds and one for the players, read from the list itself. */
  const filter = (box) => {
    const words = box.dataset;
    const cards = [...box.querySelectorAll(":scope > ul > li")];
    const texts = (card, kind) => [...card.querySelectorAll(kind)].map((one) => one.textContent);
    const kinds = (card) => texts(card, ".chip");
    const players = (card) => texts(card, ".players").flatMap((text) => text.split(", "));
    const bar = document.createElement("div");
    bar.className = "powers__bar";
    const name = document.createElement("input");
    name.type = "search";
    name.placeholder = words.name;
    name.setAttribute("aria-label", words.name);
    const pick = (head, of) => {
      const made = document.createElement("select");
      const found = new Set(cards.flatMap(of));
      made.setAttribute("aria-label", `${words.filter}: ${head}`);
      made.append(new Option(`${head}: ${words.any}`, ""));
      [...found].sort().forEach((word) => made.append(new Option(word, word)));
      made.hidden = !found.size;
      return made;
    };
    const kind = pick(words.kind, kinds);
    const number = pick(words.players, players);
    const count = document.createElement("output");
    const show = () => {
      let shown = 0;
      const wanted = name.value.toLowerCase();
      cards.forEach((card) => {
        const meant = players(card);
        const fits =
          card.textContent.toLowerCase().includes(wanted) &&
          (!kind.value || kinds(card).includes(kind.value)) &&
          (!number.value || !meant.length || meant.includes(number.value));
        card.hidden = !fits;
        shown += fits;
      });
      count.textContent = words.shown.replace("{n}", shown).replace("{all}", cards.length);
    };
    bar.append(name, kind, number, count);
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
