/* Steps through examples, and filters lists. Pages are complete without this script. */
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

  /* The choices of the filters are in the page's address, so that they can be linked to. */
  const parameters = new URLSearchParams(location.search);
  const remember = (fields) => {
    fields.forEach(({value}, name) => (value ? parameters.set(name, value) : parameters.delete(name)));
    const query = parameters.toString();
    try {
      history.replaceState(null, "", `${query ? `?${query}` : location.pathname}${location.hash}`);
    } catch { /* a page that is opened as a file keeps its address */ }
  };

  /* Filters a list by words, and by the marks of its entries. The labels are in data attributes;
     `picks` has a class of marks, a label, and whether entries without such a mark always fit. */
  const filter = (box) => {
    const labels = box.dataset;
    const cards = [...box.querySelectorAll(":scope > ul > li, :scope > .entry")];
    const words = new Map(cards.map((card) => [card, seen(card)]));
    const marks = (card, kind) =>
      [...card.querySelectorAll(`.${kind}`)].flatMap((mark) => mark.textContent.split(", "));
    const bar = document.createElement("div");
    bar.className = "filter__bar";
    bar.setAttribute("role", "search");
    bar.setAttribute("aria-label", labels.filter);
    const fields = new Map();
    const name = document.createElement("input");
    name.type = "search";
    name.placeholder = labels.name;
    name.setAttribute("aria-label", labels.name);
    fields.set("q", name);
    const picks = JSON.parse(labels.picks).map(([kind, head, open], number) => {
      const element = document.createElement("select");
      const options = new Set(cards.flatMap((card) => marks(card, kind)));
      element.setAttribute("aria-label", `${labels.filter}: ${head}`);
      element.append(new Option(`${head}: ${labels.any}`, ""));
      const sorted = [...options].sort((word, other) => word.localeCompare(other));
      sorted.forEach((word) => element.append(new Option(word, word)));
      element.hidden = !options.size;
      fields.set(`${kind}${number || ""}`, element);
      return (card) => {
        const has = marks(card, kind);
        return !element.value || (open && !has.length) || has.includes(element.value);
      };
    });
    const count = document.createElement("output");
    const show = () => {
      let shown = 0;
      const wanted = folded(name.value.trim());
      cards.forEach((card) => {
        const fits = words.get(card).includes(wanted) && picks.every((fit) => fit(card));
        card.hidden = !fits;
        shown += fits;
      });
      box.querySelectorAll(":scope > h2").forEach((head) => {
        let next = head.nextElementSibling;
        let empty = true;
        for (; next && next.tagName !== "H2"; next = next.nextElementSibling) empty &&= next.hidden;
        head.hidden = empty;
      });
      count.textContent = labels.shown.replace("{n}", shown).replace("{all}", cards.length);
    };
    fields.forEach((field, key) => { field.value = parameters.get(key) || ""; });
    bar.append(...fields.values(), count);
    bar.addEventListener("input", () => { show(); remember(fields); });
    box.prepend(bar);
    show();
    const linked = location.hash && document.getElementById(location.hash.slice(1));
    if (linked) linked.scrollIntoView();
  };

  const start = () => {
    document.querySelectorAll(".walk").forEach(stepper);
    document.querySelectorAll(".filtered").forEach(filter);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
