/* Plays a whole game on a page by clicks or by keys only, and notes each decision in `pre#seen`. */
"use strict";
(() => {
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const until = async (holds) => {
    for (let tries = 0; tries < 2000; tries++, await wait(10)) if (holds()) return;
    throw new Error("waited too long");
  };
  const key = (target, name) => target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));

  /* Walks to a cell by arrow keys: each step goes to the neighbour that is nearest to it. */
  const walk = (board, cell) => {
    const { grid } = board;
    grid.focus();
    const names = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const queue = [grid.current];
    const came = new Map([[grid.current, null]]);
    while (queue.length && !came.has(cell)) {
      const at = queue.shift();
      const kept = grid.current;
      for (const [name, way] of Object.entries(names)) {
        grid.current = at;
        const next = grid.neighbour(...way);
        if (!came.has(next)) came.set(next, [at, name]), queue.push(next);
      }
      grid.current = kept;
    }
    const keys = [];
    for (let at = cell; came.get(at); at = came.get(at)[0]) keys.unshift(came.get(at)[1]);
    keys.forEach((name) => key(document.activeElement, name));
    if (document.activeElement.dataset.cell !== cell) throw new Error(`no way to ${cell} by arrow keys`);
  };

  const chooseCell = (board, cell, keys) => {
    if (keys) walk(board, cell), key(document.activeElement, "Enter");
    else board.grid.places.get(cell).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  };

  /* Presses a button; a key on a focused button is a click in every browser. */
  const press = (button, keys) => {
    if (keys) button.focus();
    if (keys && document.activeElement !== button) throw new Error("a button can't be focused");
    button.click();
  };

  const choose = (board, option, keys) => {
    const before = board.session.states.length;
    const done = () => board.session.states.length > before;
    for (const cell of option.cells) {
      if (done()) return;
      if (!board.chosen.includes(cell)) chooseCell(board, cell, keys);
    }
    if (done()) return;
    const buttons = () => [...board.options.querySelectorAll("button")];
    let button = buttons().find(({ title }) => title === option.text);
    if (!button) {
      for (const folded of board.options.querySelectorAll("details")) folded.open = true, folded.dispatchEvent(new Event("toggle"));
      button = buttons().find(({ title }) => title === option.text);
    }
    if (!button) throw new Error(`no button for ${option.text}`);
    press(button, keys);
  };

  const play = async ({ seed, keys, most, again }) => {
    document.querySelector(".play__start").click();
    const place = document.querySelector(".play");
    await until(() => place.board?.options || /Error|can't/.test(place.textContent));
    if (!place.board) throw new Error(place.textContent);
    const { board } = place;
    const random = new thesmosBoards.library.Random(seed);
    board.begin({ ...board.settings, ...again, seats: Array(board.match.players).fill("person"), seed });
    const seen = [];
    for (let n = 0; n < most; n++) {
      await until(() => !board.thinking);
      if (keys && n && !place.contains(document.activeElement)) throw new Error("the focus was lost");
      if (board.covered) press(board.cover.querySelector("button"), keys);
      const { decision } = board.state;
      if (!decision) break;
      seen.push({ at: board.moves.length, options: decision.options.map(({ text }) => text), player: decision.player });
      const skips = decision.maySkip && (!decision.options.length || random.below(4) === 0);
      if (decision.deadEnd || skips) {
        press([...board.options.querySelectorAll(decision.deadEnd ? "button" : ".play__skip")].at(-1), keys);
        continue;
      }
      const option = decision.options[random.below(decision.options.length)];
      const path = board.paths.all.find((known) => known.option === option).path;
      choose(board, { text: option.text, cells: path }, keys);
    }
    const wide = document.documentElement.scrollWidth - innerWidth;
    return { moves: board.moves, seen, result: board.state.result, status: board.status.textContent, wide,
      rules: board.match.tables.rules, log: [...board.log.children].slice(0, 5).map((line) => line.textContent) };
  };

  addEventListener("load", async () => {
    const seen = document.createElement("pre");
    seen.id = "seen";
    try {
      seen.textContent = JSON.stringify(await play(JSON.parse(document.currentScript?.dataset.drive ?? document.getElementById("drive").dataset.drive)));
    } catch (error) {
      seen.textContent = JSON.stringify({ error: `${error.message}\n${error.stack}`, moves: document.querySelector(".play").board?.moves,
        chosen: document.querySelector(".play").board?.chosen });
    }
    document.body.append(seen);
  });
})();
