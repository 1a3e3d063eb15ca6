/** The page: how it starts, and how it opens a game. */

import { check, later, mend, restarted, showWrong, soon, tell } from "./checks.js";
import { learnChoices } from "./choices.js";
import { byId, option, toast } from "./elements.js";
import { explainWord } from "./completion.js";
import { files, isEdited, open, openFresh, slugOf, startFiles } from "./files.js";
import { fromLink } from "./links.js";
import { describe, lightByBoard, lightLine, lookUpLights } from "./meaning.js";
import { addCard, revert } from "./new_cards.js";
import { page, python, startPython, trouble } from "./page.js";
import { keepPosition } from "./scenarios.js";
import { keepInAddress, leave, startSharing } from "./sharing.js";
import { deal, hasMoved, isShipped, listeners, noteSeats } from "./table.js";
import { WORDS, speak, spoken, word } from "./words.js";

const PAUSE = 200; // milliseconds without a move of the cursor before its word is explained
const address = new URLSearchParams(location.search);
const data = async (name) => (await fetch(name)).json();
const marked = (name) => (page.marks[name] ??= Math.round(performance.now()));

/** Open a game. contents: of a link. */
async function openGame(slug, file, contents = {}) {
  page.ready = false;
  page.checked = -1;
  page.game = await data(`games/${slug}.json`);
  page.about = page.titles = undefined;
  page.edited = new Map(Object.entries(contents.files ?? {}));
  page.good = null;
  page.wrong = [];
  page.seating = { powers: contents.powers ?? [], mode: contents.mode || page.game.mode, options: contents.options ?? {} };
  openFresh(file && (file in page.game.files || page.edited.has(file)) ? file : page.game.file);
  marked("text");
  tell("", word("loading"));
  const opened = python("open", slug, page.game.files);
  // A board of the shipped text needs no Python: it is there at once.
  const canPlay = !isEdited() && page.seating.mode === page.game.mode && !Object.keys(page.seating.options).length;
  if (canPlay) await deal({ position: contents.position ?? undefined }).then(() => marked("playable"), trouble);
  await opened;
  await firstCheck(canPlay ? undefined : (contents.position ?? undefined));
  document.body.dataset.ready = slug;
}

/** Check the game for the first time: the shipped one, then the edited one. */
async function firstCheck(position) {
  const began = performance.now();
  const shipped = await python("check_game");
  page.firstCheck = performance.now() - began;
  let { sound, diagnostics } = shipped;
  const { version } = page;
  for (const [name, text] of page.edited) await python("write", name, text);
  if (page.edited.size) ({ sound, diagnostics } = await python("check_game"));
  page.ready = true;
  page.wrong = diagnostics;
  page.diagnosed = version;
  showWrong(diagnostics, !sound);
  page.good = sound ? new Map(page.edited) : new Map();
  page.checked = sound ? version : -1;
  if (sound || shipped.sound) {
    await learnChoices();
    if (!page.board || isEdited() || position) await deal({ position });
    await describe();
  }
  marked("ready");
  if (version !== page.version) soon();
  else if (page.board) later(page.version);
}

function sayAll(code) {
  speak(code);
  byId("language").value = spoken();
  byId("guide").textContent = word("guide");
}

/** Say everything in another language. */
async function changeLanguage(code) {
  sayAll(code);
  if (page.ready) await Promise.all([learnChoices(), describe()]);
  if (page.board) await deal({ keep: true });
  if (page.ready) showWrong(page.wrong);
  keepInAddress();
}

/** Another file is in the editor: show what belongs to it, and let its card play if no game has begun. */
async function changedFile() {
  byId("strength").hidden = byId("tests").hidden = byId("word").hidden = true; // of the file before
  if (!page.ready) return;
  const { version, file } = page;
  showWrong(page.wrong);
  try {
    await describe();
    if (page.board && !hasMoved() && page.titles.has(slugOf(file)) && !page.seating.powers.includes(slugOf(file))) {
      page.seating.powers = [];
      if (!isShipped(page.seating)) await learnChoices();
      await deal();
    }
    if (page.checked === page.version && file === page.file) await later(version);
  } catch (error) {
    trouble(error);
  }
}

let pause = 0;

/** The cursor has moved: light up what its line says, and explain its word. */
function moved(line) {
  lightLine(line);
  clearTimeout(pause);
  pause = setTimeout(() => explainWord(files.editor.view, byId("word")), PAUSE);
}

/** What the address holds; an empty object if that is nothing that can be read. */
async function linked() {
  try {
    const contents = (await fromLink(location.hash)) ?? {};
    if (contents.version && contents.version !== page.index.version) toast(word("old link", { then: contents.version, now: page.index.version }));
    return contents;
  } catch {
    toast(word("not a link"));
    return {};
  }
}

async function start() {
  startPython(restarted);
  startFiles({ changed: soon, moved, mend, shown: changedFile });
  lightByBoard();
  listeners.changed = (board) => {
    noteSeats(board);
    lookUpLights();
  };
  sayAll(address.get("language") ?? (Object.hasOwn(WORDS, navigator.language.slice(0, 2)) ? navigator.language.slice(0, 2) : "en"));
  page.index = await data("games/index.json");
  const contents = await linked();
  const title = (game) => game.title[spoken()] ?? game.title.en;
  const games = byId("game");
  games.replaceChildren(...page.index.games.map((game) => option(game.slug, title(game))));
  const wanted = contents.game ?? address.get("game");
  games.value = page.index.games.some((game) => game.slug === wanted) ? wanted : page.index.games[0].slug;
  games.onchange = () => leave(games.value).then(() => openGame(games.value)).catch(trouble);
  for (const name of ["popstate", "hashchange"]) addEventListener(name, () => location.reload());
  byId("file").onchange = ({ target }) => open(target.value);
  byId("language").onchange = ({ target }) => changeLanguage(target.value).catch(trouble);
  byId("add").onclick = () => addCard().catch(trouble);
  byId("keep").onclick = keepPosition;
  byId("revert").onclick = () => revert().catch(trouble);
  startSharing();
  await openGame(games.value, contents.file ?? address.get("file"), contents);
}

window.playground = Object.assign(page, { check });
start().catch((error) => tell("bad", word("no start", { reason: error.message })));
