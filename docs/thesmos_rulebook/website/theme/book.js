/* Steps through examples, and filters lists. Pages are complete without this script. */
"use strict";
(() => {
  const script = document.currentScript;
  const button = (text, act) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = text;
    element.addEventListener("click", act);
    return element;
  };

  /* Shows one step of an example at a time. Its labels are those of all pages. */
  const stepper = (box) => {
    const steps = [...box.querySelectorAll(":scope > ol > li")];
    if (steps.length < 2) return;
    const labels = globalThis.bookLabels;
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

  /* Code and tables that are wider than the page can be moved by keys. */
  const movable = () => {
    for (const part of document.querySelectorAll("pre > code, .md-typeset__scrollwrap")) {
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    }
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

  const made = (tag, text, ...inside) => {
    const element = document.createElement(tag);
    if (text) element.textContent = text;
    element.append(...inside);
    return element;
  };

  /* Links of a table are those of the Markdown pages; pages are files, or folders with an index. */
  const asFiles = /\.html$/.test(location.pathname) && !/\/index\.html$/.test(location.pathname);
  const address = (to) =>
    asFiles ? to.replace(/\.md\b/, ".html") : `../${to.replace(/(?:\bindex)?\.md\b/, "/").replace(/\/\/+/, "/")}`;
  const linkTo = (text, to) => {
    const link = made("a", text);
    link.href = address(to);
    return link;
  };

  /* Puts the steps of a scenario, which are on its own page, below its link. A page that was opened
     from disk can't read others: there the link has to do. */
  const drawScenario = async (item, to) => {
    try {
      const [page, place] = address(to).split("#");
      const html = new DOMParser().parseFromString(await (await fetch(page)).text(), "text/html");
      let next = html.getElementById(place).nextElementSibling;
      for (; next && next.tagName !== "H2"; next = next.nextElementSibling) {
        if (!next.matches(".walk")) continue;
        const steps = document.importNode(next, true);
        item.append(steps);
        stepper(steps);
      }
      const shapes = html.querySelector("svg.shapes");
      if (shapes) ownShapes(item, shapes);
    } catch { /* the link stays */ }
  };

  /* Shapes have numbers on each page; those of another page come along under new names, which begin
     with a dash as all names of shapes do: see shared_shapes.py. */
  let borrowed = 0;
  const ownShapes = (item, shapes) => {
    const prefix = `-${borrowed += 1}`;
    const copy = document.importNode(shapes, true);
    copy.querySelectorAll("[id]").forEach((shape) => { shape.id = prefix + shape.id; });
    item.querySelectorAll("use").forEach((use) => {
      use.setAttribute("href", `#${prefix}${use.getAttribute("href").slice(1)}`);
    });
    copy.querySelectorAll("use").forEach((use) => {
      use.setAttribute("href", `#${prefix}${use.getAttribute("href").slice(1)}`);
    });
    item.append(copy);
  };

  /* Answers for two cards that the reader picks: the table is a script beside the page. */
  const pairPage = (box) => {
    const says = JSON.parse(box.dataset.labels);
    const {cards, rulings, scenarios, pairs} = window.thesmosPairs;
    const answer = made("div");
    answer.setAttribute("aria-live", "polite");
    const fields = new Map(["a", "b"].map((key, number) => {
      const field = document.createElement("select");
      const label = says[number ? "second card" : "first card"];
      field.setAttribute("aria-label", label);
      field.append(new Option(`${label}…`, ""));
      Object.entries(cards)
        .sort(([, card], [, other]) => card.title.localeCompare(other.title))
        .forEach(([slug, card]) => field.append(new Option(card.title, slug)));
      field.value = parameters.get(key) || "";
      return [key, field];
    }));
    const show = () => {
      const [one, two] = [...fields.values()].map((field) => field.value);
      const pair = pairs.find(([power, other]) =>
        (power === one && other === two) || (power === two && other === one));
      answer.replaceChildren();
      if (!pair) {
        answer.append(made("p", says["pick two"]));
        return;
      }
      const [,, may, subjects, ruled, tested] = pair;
      answer.append(made("p", "", made("strong", may)));
      const both = made("div");
      both.className = "pair__cards";
      [one, two].forEach((slug) => {
        const card = cards[slug];
        const shown = made("section", "", made("h3", "", linkTo(card.title, card.to)));
        card.words.forEach(([heading, text]) =>
          shown.append(made("p", "", made("strong", heading), `: ${text}`)));
        const exactly = made("ul", "", ...card.exactly.map((text) => made("li", text)));
        shown.append(made("details", "", made("summary", says.exactly), exactly));
        both.append(shown);
      });
      answer.append(both);
      answer.append(made("p", subjects.length
        ? `${says["texts touch"]}: ${subjects.join(", ")}.` : says["texts apart"]));
      answer.append(made("h3", says.rulings));
      if (!ruled.length) answer.append(made("p", says["no ruling on both"]));
      ruled.forEach((name) => {
        const ruling = rulings[name];
        answer.append(
          made("h4", "", linkTo(ruling.title, ruling.to)),
          made("p", "", made("em", `${says.says}: `), ruling.says),
          made("p", "", made("em", `${says.played}: `), ruling.played));
      });
      answer.append(made("h3", says.tests));
      if (!tested.length) answer.append(made("p", says["no test of both"]));
      tested.forEach((name) => {
        const scenario = scenarios[name];
        const item = made("section", "", made("h4", "", linkTo(scenario.title, scenario.to)));
        answer.append(item);
        drawScenario(item, scenario.to);
      });
    };
    const bar = made("div", "", ...fields.values());
    bar.className = "filter__bar";
    bar.addEventListener("input", () => { show(); remember(fields); });
    box.append(bar, answer);
    show();
  };

  const withTable = (box) => {
    const script = document.createElement("script");
    script.src = asFiles ? "together/pairs.js" : "pairs.js";
    script.addEventListener("load", () => pairPage(box));
    document.head.append(script);
  };

  /* The search box. What it needs is loaded when somebody types; a page from disk has none. */
  const searchBox = () => {
    const header = document.querySelector(".md-header__inner");
    if (!header || location.protocol === "file:") return;
    const label = globalThis.bookLabels.search;
    const language = document.documentElement.lang;
    const root = new URL("../", script.src);
    const path = location.pathname.slice(root.pathname.length);
    const [game] = path.replace(new RegExp(`^${language}/`), "").split("/");
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = label;
    field.setAttribute("aria-label", label);
    const list = made("ol");
    const status = document.createElement("output");
    const form = made("form", "", field, status, list);
    form.className = "find";
    form.setAttribute("role", "search");
    header.append(form);
    let engine;
    const load = async () => {
      const parts = ["assets/search.js", "assets/search-words.js", "pagefind/pagefind.js"];
      engine ||= Promise.all(parts.map((part) => import(new URL(part, root))));
      return engine;
    };
    const show = async () => {
      const asked = field.value.trim();
      if (!asked) { list.replaceChildren(); status.textContent = ""; return; }
      const [{find}, {WORDS}, pagefind] = await load();
      const words = WORDS[language];
      const pages = await find(pagefind, words, asked, game);
      if (asked !== field.value.trim()) return;
      list.replaceChildren(...pages.map((page) => {
        const link = made("a", page.title);
        link.href = page.url;
        const text = made("span");
        text.innerHTML = page.excerpt; // made by Pagefind from our own pages: text and <mark>
        return made("li", "", link, text);
      }));
      status.textContent = pages.length ? "" : words.none;
    };
    let timer;
    field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 150); });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      list.querySelector("a")?.click();
    });
    form.addEventListener("keydown", (event) => {
      const links = [...list.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (event.key === "ArrowDown") (links[at + 1] || links[0])?.focus();
      else if (event.key === "ArrowUp") (links[at - 1] || field).focus();
      else if (event.key === "Escape") { field.value = ""; show(); field.focus(); }
      else return;
      event.preventDefault();
    });
  };

  const start = () => {
    searchBox();
    document.querySelectorAll(".walk").forEach(stepper);
    document.querySelectorAll(".pair").forEach(withTable);
    document.querySelectorAll(".filtered").forEach(filter);
  };
  addEventListener("load", movable); // by then the theme's script has framed the tables
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
