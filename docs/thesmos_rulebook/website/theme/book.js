/* Steps through examples, and filters the list of powers. Pages are complete without this script. */
"use strict";
(() => {
  const button = (text, act) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = text;
    element.addEventListener("click", act);
    return element;
  };

  /* Shows one step of an example at a time. The labels are in the element's data attributes. */
  const stepper = (box) => {
    const steps = [...box.querySelectorAll(":scope > ol > li")];
    if (steps.length < 2) return;
    const labels = box.dataset;
    let at = 0;
    let all = false;
    const position = document.createElement("output");
    const back = button(labels.back, () => go(at - 1));
    const next = button(labels.next, () => go(at + 1));
    const toggle = button(labels.all, () => { all = !all; go(at); });
    const go = (to) => {
      const focused = document.activeElement;
      at = Math.max(0, Math.min(steps.length - 1, to));
      steps.forEach((step, number) => { step.hidden = !all && number !== at; });
      back.disabled = all || at === 0;
      next.disabled = all || at === steps.length - 1;
      toggle.textContent = all ? labels.one : labels.all;
      position.textContent = labels.of.replace("{n}", at + 1).replace("{all}", steps.length);
      /* A button that was disabled must not keep the focus. */
      if (next.disabled && focused === next) (back.disabled ? toggle : back).focus();
      if (back.disabled && focused === back) (next.disabled ? toggle : next).focus();
    };
    const bar = document.createElement("div");
    bar.className = "walk__bar";
    bar.append(back, position, next, toggle);
    box.prepend(bar);
    bar.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") go(at - 1);
      if (event.key === "ArrowRight") go(at + 1);
    });
    go(0);
  };

  /* The text that a reader sees in an element, in small letters without accents. */
  const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const seen = (element) => {
    const copy = element.cloneNode(true);
    copy.querySelectorAll("svg").forEach((picture) => picture.remove());
    return folded(copy.textContent);
  };

  /* Filters by name, tag and number of players; the choices are read from the list itself. */
  const filter = (box) => {
    const labels = box.dataset;
    const cards = [...box.querySelectorAll(":scope > ul > li")];
    const words = new Map(cards.map((card) => [card, seen(card)]));
    const texts = (card, kind) => [...card.querySelectorAll(kind)].map((one) => one.textContent);
    const kinds = (card) => texts(card, ".chip");
    const players = (card) => texts(card, ".players").flatMap((text) => text.split(", "));
    const bar = document.createElement("div");
    bar.className = "powers__bar";
    const name = document.createElement("input");
    name.type = "search";
    name.placeholder = labels.name;
    name.setAttribute("aria-label", labels.name);
    const pick = (head, of) => {
      const element = document.createElement("select");
      const found = new Set(cards.flatMap(of));
      element.setAttribute("aria-label", `${labels.filter}: ${head}`);
      element.append(new Option(`${head}: ${labels.any}`, ""));
      [...found].sort().forEach((word) => element.append(new Option(word, word)));
      element.hidden = !found.size;
      return element;
    };
    const kind = pick(labels.kind, kinds);
    const number = pick(labels.players, players);
    const count = document.createElement("output");
    const show = () => {
      let shown = 0;
      const wanted = folded(name.value.trim());
      cards.forEach((card) => {
        const fitting = players(card);
        const fits =
          words.get(card).includes(wanted) &&
          (!kind.value || kinds(card).includes(kind.value)) &&
          (!number.value || !fitting.length || fitting.includes(number.value));
        card.hidden = !fits;
        shown += fits;
      });
      count.textContent = labels.shown.replace("{n}", shown).replace("{all}", cards.length);
    };
    bar.append(name, kind, number, count);
    bar.addEventListener("input", show);
    box.prepend(bar);
    show();
  };

  const start = () => {
    document.querySelectorAll(".walk").forEach(stepper);
    document.querySelectorAll(".powers").forEach(filter);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
