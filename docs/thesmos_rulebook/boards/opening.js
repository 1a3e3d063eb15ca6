/* Opens the boards of a page when somebody begins to play. Pages are complete without this script. */
"use strict";
(() => {
  const script = document.currentScript;
  const assets = new URL(".", script.src);
  const root = new URL(script.dataset.root, location.href).href; // of the language
  const loaded = new Map();

  /* Loads a classic script once: it works in pages that are opened as files, too. */
  const load = (address) => {
    if (!loaded.has(address)) {
      loaded.set(address, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = address;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${address} can't be read`));
        document.head.append(script);
      }));
    }
    return loaded.get(address);
  };

  /* Opens a board in an element. settings: the game, its mode, and what a board can begin with.
     kind: "board", or "showing" for a game that plays itself. */
  const open = async (place, { game, mode, only, ...settings }, kind = "board") => {
    const name = only ? `${mode}.${only}` : mode; // boards that have only some powers
    place.setAttribute("aria-busy", "true");
    await load(`${assets}boards/boards.js`);
    await Promise.all([load(`${assets}boards/${game}/${name}.js`), load(`${assets}boards/${game}.${document.documentElement.lang}.js`)]);
    const boards = globalThis.thesmosBoards;
    const modules = boards.modulesOf(`${game}/${name}`);
    const match = await boards.matchOf(modules);
    const files = !location.pathname.endsWith("/") && !location.pathname.endsWith("/index.html");
    place.removeAttribute("aria-busy");
    place.board = boards[kind](place, { table: boards.tables[game], match, modules, root, files, name: { game, mode }, ...settings });
    return place.board;
  };

  const failed = (place) => (error) => {
    place.removeAttribute("aria-busy");
    place.append(error.message);
  };

  /* The settings in the address, from a link to a position: see `link` in board.js. */
  const linked = () => {
    const [, text] = location.hash.split("#play=");
    try {
      return text ? JSON.parse(decodeURIComponent(text)) : null;
    } catch {
      return null;
    }
  };

  const button = (text, className, act) => {
    const element = document.createElement("button");
    Object.assign(element, { type: "button", className, textContent: text });
    element.addEventListener("click", act);
    return element;
  };

  /* The button that opens what an element is for, once. */
  const starting = (place, act) => {
    const start = button(place.dataset.start, "play__start", () => {
      start.disabled = true;
      act();
    });
    return start;
  };

  const begin = (place) => {
    const settings = JSON.parse(place.dataset.board);
    place.hidden = false;
    place.append(starting(place, () => {
      open(place, settings).then(({ status }) => status.focus({ preventScroll: true }), failed(place));
    }));
  };

  /* Lets a game play itself in place of a picture, while that can be seen. Where readers want nothing
     that moves, or no more data, they begin it. */
  const show = (place) => {
    const settings = JSON.parse(place.dataset.board);
    const opened = () => {
      place.dataset.board = "";
      return open(place, settings, "showing").catch(failed(place));
    };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || navigator.connection?.saveData) {
      place.append(starting(place, opened));
      return;
    }
    const seen = new IntersectionObserver(([{ isIntersecting }]) => {
      place.dataset.seen = isIntersecting;
      watch();
    });
    const watch = () => {
      const isSeen = place.dataset.seen === "true" && !document.hidden;
      if (isSeen && place.dataset.board) opened().then(watch);
      else if (isSeen) place.board?.play();
      else place.board?.stop();
    };
    seen.observe(place);
    document.addEventListener("visibilitychange", watch);
  };

  /* Adds a button to an example: a board opens below it, with the step that is shown.
     What it begins with is in a file beside the page that has the example. */
  const fromHere = (walk) => {
    const [page, number] = walk.dataset.start.split(" ");
    const start = button(globalThis.bookLabels.here, "play__here", async () => {
      const steps = [...walk.querySelectorAll(":scope > ol > li")];
      const shown = Math.max(steps.findIndex((step) => !step.hidden), 0);
      const place = document.createElement("div");
      place.className = "play";
      if (walk.nextElementSibling?.classList.contains("play")) {
        walk.nextElementSibling.board?.close();
        walk.nextElementSibling.remove();
      }
      walk.after(place);
      try {
        await load(`${assets}boards/boards.js`);
        await load(`${root}${page}/starts.js`);
        const { earlier, moves, ...settings } = globalThis.thesmosBoards.startsOf(page)[number];
        const board = await open(place, { ...settings, moves: moves.slice(0, earlier + shown) });
        board.place.scrollIntoView({ block: "nearest" });
        board.status.focus();
      } catch (error) {
        failed(place)(error);
      }
    });
    walk.append(start);
  };

  const start = () => {
    const places = [...document.querySelectorAll(".play[data-board]")];
    places.forEach(begin);
    document.querySelectorAll(".showing[data-board]").forEach(show);
    document.querySelectorAll(".walk[data-start]").forEach(fromHere);
    const settings = linked();
    if (settings && places.length) open(places[0], settings).catch(failed(places[0]));
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
