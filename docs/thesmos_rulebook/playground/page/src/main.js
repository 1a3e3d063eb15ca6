/** The page: how it starts, and how it opens a game. */

import { check, later, restarted, showWrong, soon, tell } from "./checks.js";
import { learnChoices } from "./choices.js";
import { byId, option, toast } from "./elements.js";
import { isEdited, open, openFresh, startFiles } from "./files.js";
import { fromLink } from "./links.js";
import { describe, lightByBoard, lightLine, lookUpLights } from "./meaning.js";
import { addCard, revert } from "./new_cards.js";
import { page, python, startPython, trouble } from "./page.js";
import { keepPosition } from "./scenarios.js";
import { startSharing } from "./sharing.js";
import { deal, listeners, noteSeats } from "./table.js";
import { WORDS, speak, spoken, word } from "./words.js";

const address = new URLSearchParams(location.search);
const data = async (name) => (await fetch(name)).json();
const marked = (name) => (page.marks[name] ??= Math.round(performance.now()));

/** Open a game. contents: of a link. */
async function openGame(slug, file, contents = {}) {
  page.ready = false;
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
  showWrong(diagnostics, !sound);
  page.good = sound ? new Map(page.edited) : new Map();
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
}

function changedFile() {
  byId("strength").hidden = byId("tests").hidden = true; // of the file before
  if (!page.ready) return;
  showWrong(page.wrong);
  describe();
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
  startFiles({ changed: soon, moved: lightLine, shown: changedFile });
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
  games.onchange = () => openGame(games.value).catch(trouble);
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
