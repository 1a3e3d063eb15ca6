/* Opens the boards of a page when somebody begins to play. Pages are complete without this script. */
"use strict";
(() => {
  const assets = new URL(".", document.currentScript.src);
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

  /* Opens a board in an element. settings: the game, its mode, and what a board can begin with. */
  const open = async (place, { game, mode, ...settings }) => {
    place.setAttribute("aria-busy", "true");
    await load(`${assets}boards/boards.js`);
    await Promise.all([load(`${assets}boards/${game}/${mode}.js`), load(`${assets}boards/${game}.js`)]);
    const boards = globalThis.thesmosBoards;
    const modules = boards.modulesOf(`${game}/${mode}`);
    const match = await boards.matchOf(modules);
    const root = new URL("../", assets).href;
    place.removeAttribute("aria-busy");
    place.board = boards.board(place, { table: boards.tables[game], match, modules, root, ...settings });
    return place.board;
  };

  const begin = (place) => {
    const settings = JSON.parse(place.dataset.board);
    const start = document.createElement("button");
    start.type = "button";
    start.className = "play__start";
    start.textContent = place.dataset.start;
    start.addEventListener("click", () => {
      start.disabled = true;
      open(place, settings).catch((error) => { start.disabled = false; place.append(error.message); });
    });
    place.hidden = false;
    place.append(start);
  };

  const start = () => document.querySelectorAll(".play[data-board]").forEach(begin);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
