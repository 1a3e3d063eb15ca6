/** The page: what is edited, what is checked, and what is played. */

import { Board, optionButtons } from "./board.js";
import { Editor } from "./editor.js";
import { byId, element, option, toast } from "./elements.js";
import { fromLink, linkOf, zipped } from "./links.js";
import { forgetStory, lightSentences, showProblems, showScenarios, showSentences, showWhy, tell } from "./panels.js";
import { MOST, bar, compared, over, percent } from "./strength.js";
import { WorkerCalls } from "./worker_calls.js";
import { WORDS, speak, spoken, word } from "./words.js";

const TIME = 150; // milliseconds of random games for each version
const SCENARIOS = 80; // that are run after an edit
const PAUSE = 100; // milliseconds without a key before the whole game is checked
const PATIENCE = 4000; // milliseconds that a check may take
const THINKING = 300; // milliseconds that the program thinks about a choice
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const address = new URLSearchParams(location.search);

const page = {
  index: null, // all games
  game: null, // the game on the page, with its shipped files
  edited: new Map(), // texts by file, where they differ from the shipped ones
  good: null, // the same, of the last version without errors; null before there is one
  loadedBefore: new Set(), // matches of the shipped version in the playing worker
  file: "",
  powers: [],
  mode: "",
  people: [true, false], // whether a player is a person
  ready: false,
  wrong: [], // diagnostics
  broken: false, // whether one of them is an error
  typed: 0, // when a key was last pressed
  version: 0, // how often the text has changed
  sentences: [],
  scenarios: [],
  outcomes: new Map(),
  firstCheck: 0, // milliseconds that the first check of the game took
  restarts: 0, // of the checking worker
  lights: new Map(), // ids of clauses by cell
  marks: { begin: performance.now() },
};

const checking = (page.checking = new WorkerCalls("checking.js", restarted));
let playing = null;
// On a slow machine, what is normal takes longer: the first check shows how long.
const patience = () => (page.ready ? PATIENCE + 20 * page.firstCheck : 120000);
const python = (name, ...values) => checking.call(name, values, name === "open" ? 120000 : patience());

const editor = new Editor(byId("editor"), { changed, moved, complete, hover, label: "Text of the file" });
const board = new Board(byId("board"), {
  chosen: choose, closed, looked: (cell) => lightClauses(cell === null ? [] : (page.lights.get(cell) ?? [])), say: word,
});

// ------------------------------------------------------------------------------- files

const textOf = (file) => page.edited.get(file) ?? page.game.files[file] ?? "";
const files = () => [...new Set([...Object.keys(page.game.files), ...page.edited.keys()])].sort();
const slugOf = (file) => /(?:powers|modes)\/([a-z0-9-]+)\.yaml$/.exec(file)?.[1] ?? "";
const isScenario = (file) => file.startsWith("scenarios/");

function listFiles() {
  const shown = files().filter((file) => !/^(draft|editions|modules|scenarios)\//.test(file) || file === page.file || page.edited.has(file));
  byId("file").replaceChildren(...shown.map((file) => option(file, `${page.edited.has(file) ? "● " : ""}${file}`)));
  byId("file").value = page.file;
  byId("revert").hidden = !page.edited.size;
}

function open(file, line = 0, column = 1) {
  if (!files().includes(file)) return;
  if (file !== page.file) {
    page.file = file;
    editor.open(file, textOf(file));
    listFiles();
    if (page.ready) {
      showWrong(page.wrong);
      describe();
    }
  }
  if (line) editor.goTo(line, column);
}

function changed() {
  const text = editor.text;
  if (text === page.game.files[page.file]) page.edited.delete(page.file);
  else page.edited.set(page.file, text);
  const mark = byId("file").selectedOptions[0];
  if (mark) mark.textContent = `${page.edited.has(page.file) ? "● " : ""}${page.file}`;
  byId("revert").hidden = !page.edited.size;
  page.typed = performance.now();
  page.version = page.version + 1;
  if (!page.ready) return;
  soon();
}

// ------------------------------------------------------------------------------- checks

let pause = 0;
let busy = false; // with the whole game
let quick = false; // with one card

/** Check the card at once, and the whole game when the writer pauses. */
function soon() {
  clearTimeout(pause);
  pause = setTimeout(check, PAUSE);
  checkCard();
}

const send = (file) => python("write", file, textOf(file));

async function checkCard() {
  if (quick || busy || !page.good || isScenario(page.file)) return;
  quick = true;
  const { version, typed, file } = page;
  try {
    send(file);
    const { diagnostics, sound, whole } = await python("check_card", file);
    const others = page.wrong.filter((each) => each.file !== file);
    if ((whole || !sound) && version === page.version) {
      showWrong([...diagnostics, ...others], !sound);
      mark("card", typed);
    }
  } catch (error) {
    if (!error.stopped) trouble(error);
  }
  quick = false;
  if (version !== page.version) checkCard();
}

async function check() {
  if (busy) return;
  busy = true;
  const { version, typed, file } = page;
  try {
    send(file);
    if (isScenario(file)) {
      if (page.good) await scenarios(() => version !== page.version);
    } else {
      const { sound, diagnostics } = await python("check_game");
      page.wrong = diagnostics;
      if (version === page.version) {
        showWrong(diagnostics, !sound);
        mark("game", typed);
      }
      if (sound && version === page.version) {
        page.good = new Map(page.edited);
        await choices();
        await begin(true);
        await describe();
        mark("board", typed);
        later(version, typed);
      }
    }
  } catch (error) {
    if (!error.stopped) trouble(error);
  }
  busy = false;
  if (version !== page.version) soon();
}

function mark(name, typed) {
  if (typed) (page.marks[name] ??= []).push(Math.round(performance.now() - typed));
}

function showWrong(diagnostics, broken = page.broken) {
  page.broken = broken;
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  editor.mark(diagnostics.filter(({ file }) => file === page.file));
  showProblems(diagnostics, page.file, open);
  const status = byId("status");
  status.className = broken ? "bad" : "good";
  status.textContent = broken ? `${word("errors", { n: errors })} · ${word("stale")}` : word("good");
  document.body.classList.toggle("stale", broken);
}

function trouble(error) {
  toast(error.hint ? `${error.message} (${error.hint})` : error.message);
}

/** After the checking worker was stopped: go on from the last version without errors. */
async function restarted() {
  busy = true;
  const position = page.position;
  byId("status").textContent = word("restarted");
  byId("status").className = "bad";
  try {
    await python("open", page.game.slug, page.game.files);
    await python("check_game");
    for (const [file, text] of page.good ?? []) await python("write", file, text);
    await python("check_game");
    await python("begin", page.powers, page.mode, false);
    if (position) await python("continued", position);
    await draw();
    page.restarts += 1;
  } catch (error) {
    trouble(error);
  }
  busy = false;
}

// ------------------------------------------------------------------------------- meaning

async function describe() {
  try {
    const [first, ...others] = await Promise.all([...Object.keys(WORDS)].sort((a) => (a === spoken() ? -1 : 1)).map((code) => python("sentences", page.file, code)));
    page.sentences = first.map((sentence, n) => ({ ...sentence, others: others.map((list) => list[n]?.text) }));
  } catch {
    page.sentences = [];
  }
  showSentences(page.sentences, {
    looked: (sentence) => lightClauses(sentence === null ? [] : [sentence.id]),
    open: (sentence) => editor.goTo(sentence.line),
  });
}

/** Light up clauses everywhere: their sentences, their lines, and the cells that they open. */
function lightClauses(ids) {
  const lit = new Set(ids);
  lightSentences(lit);
  editor.light(page.sentences.filter(({ id }) => lit.has(id)).map(({ line }) => line));
  board.light([...page.lights].filter(([, clauses]) => clauses.some((id) => lit.has(id))).map(([cell]) => cell));
}

function moved(line) {
  const before = page.sentences.filter((sentence) => sentence.line <= line).at(-1);
  const ids = new Set(before ? [before.id] : []);
  lightSentences(ids);
  board.light([...page.lights].filter(([, clauses]) => clauses.some((id) => ids.has(id))).map(([cell]) => cell));
}

function complete() {
  return null;
}

function hover() {
  return null;
}

/** What may come when nothing else waits: the lights, the program's match, strength, scenarios. */
async function later(version, typed) {
  const stale = () => version !== page.version;
  try {
    await machine();
    if (!stale()) await strength(stale);
    mark("strength", typed);
    if (!stale()) page.lights = new Map(Object.entries(await python("lights")));
    if (!stale()) await scenarios(stale);
    if (!stale()) await everything(stale);
  } catch (error) {
    if (!error.stopped) trouble(error);
  }
}

/** Rulings, draft, editions and modules: too slow for every key. */
async function everything(stale) {
  if (!page.edited.size) return;
  const { diagnostics, sound } = await python("check_all");
  if (!stale()) showWrong((page.wrong = diagnostics), !sound);
}

// ------------------------------------------------------------------------------- play

const nameOf = (player) => {
  const slug = page.powers[player - 1];
  const title = page.titles?.get(slug);
  return title ?? word("player", { n: player });
};
const viewer = () => {
  const player = board.shown?.player;
  return page.people[player - 1] ? player : Math.max(1, page.people.indexOf(true) + 1);
};

async function begin(keep) {
  const { lost } = await python("begin", page.powers, page.mode, keep);
  page.loaded = false;
  showWhy(null);
  if (lost !== null || !keep) forgetStory();
  if (lost !== null) toast(word("lost", { reason: lost }));
  await draw();
}

async function draw() {
  let shown = await python("shown", viewer(), spoken());
  if (page.people[shown.player - 1] && shown.player !== viewer()) shown = await python("shown", shown.player, spoken());
  board.show(shown);
  page.lights = new Map();
  aside();
  page.position = await python("position");
  others();
}

function aside() {
  const { shown } = board;
  byId("options").replaceChildren(...optionButtons(board, { say: word }));
  const who = shown.player ? nameOf(shown.player) : "";
  const turn = byId("turn");
  if (shown.result) {
    const winners = shown.result.winners.map(nameOf).join(", ");
    turn.textContent = word(winners ? "won" : "drawn", { who: winners, reason: shown.result.reason });
  } else if (shown.player === 0) turn.textContent = word("chance");
  else if (!page.people[shown.player - 1]) turn.textContent = word("thinking", { who });
  else turn.textContent = word("your turn", { who, step: shown.step });
  byId("undo").disabled = !shown.past;
}

async function choose(text) {
  if (byId("board").ariaBusy) return;
  const { player } = board.shown;
  byId("board").ariaBusy = "true";
  try {
    await python("choose", text);
    tell(nameOf(player), text);
    showWhy(null);
    await draw();
  } catch (error) {
    trouble(error);
  }
  byId("board").ariaBusy = null;
}

/** Let chance and programs choose until it is a person's turn. */
async function others() {
  if (page.moving) return;
  page.moving = true;
  try {
    while (board.shown && !board.shown.result && !page.people[board.shown.player - 1]) {
      const { player } = board.shown;
      const state = page.position;
      const text = player === 0 || !page.loaded ? await python("draw", seed()) : await machineChoice();
      if (state !== page.position) break;
      tell(player === 0 ? "·" : nameOf(player), text);
      const shown = await python("shown", viewer(), spoken());
      board.show(shown);
      page.position = await python("position");
      aside();
    }
    if (board.shown && page.people[board.shown.player - 1] && board.shown.player !== viewer()) await draw();
  } catch (error) {
    if (!error.stopped) trouble(error);
  }
  page.moving = false;
}

async function machineChoice() {
  const saved = await python("saved");
  const after = await playing.call("best", ["table", saved, THINKING, seed()], 20000);
  return python("follow", after);
}

async function machine() {
  playing ??= new WorkerCalls("playing.js", async () => {
    page.loaded = false;
    page.loadedBefore.clear();
  });
  await load("table", page.powers, false);
  page.loaded = true;
  others();
}

/** Load a match into the playing worker; false if the version that is asked for can't play it. */
async function load(name, powers, before) {
  const compiled = await python("compiled", powers, page.mode, before);
  if (compiled !== null) await playing.call("load", [name, compiled], 20000);
  return compiled !== null;
}

async function closed(cell, options, picked) {
  const like = options.find(({ cells }) => cells.length > picked.length);
  if (!like || !page.people[board.shown.player - 1]) return toast(word("no option", { cell }));
  if (!picked.length && like.cells.length > 1) return toast(word("first from"));
  const last = like.cells[picked.length];
  const at = like.text.lastIndexOf(last);
  showWhy(await python("why", like.text.slice(0, at) + cell, spoken()).catch((error) => (trouble(error), null)), open);
}

// ------------------------------------------------------------------------------- strength and scenarios

/** Show how often the card wins random games now, and with the text that it began with. */
async function strength(stale) {
  const own = slugOf(page.file);
  const seat = Math.max(0, page.powers.indexOf(own));
  const both = page.powers.length === 2 && page.powers[seat] !== null;
  const seats = both ? [page.powers, [...page.powers].reverse()] : [page.powers];
  const results = { now: [], before: [] };
  for (const version of page.edited.size ? ["now", "before"] : ["now"]) {
    for (const [n, powers] of seats.entries()) {
      const name = version === "now" && n === 0 ? "table" : `${version} ${powers.join(" ")}`;
      if (name !== "table" && !(version === "before" && page.loadedBefore.has(name))) {
        if (!(await load(name, powers, version === "before"))) continue;
        if (version === "before") page.loadedBefore.add(name);
      }
      if (stale()) return;
      const result = await playing.call("playedOut", [name, TIME / seats.length, MOST, seed()], 20000);
      results[version].push({ result, player: 1 + (n === 0 ? seat : 1 - seat) });
    }
  }
  if (!stale()) showStrength(results, both, seat);
}

function showStrength({ now, before }, both, seat) {
  const share = over(now);
  const other = both ? nameOf(2 - seat) : "";
  const lines = [both ? word("strength of", { card: nameOf(seat + 1), now: percent(share), other }) : word("strength of seat", { who: nameOf(seat + 1), now: percent(share) })];
  if (before.length) {
    const saved = over(before);
    const change = { 1: "stronger", 0: "same", "-1": "weaker" }[compared(saved, share)];
    lines.push(`${word("before it", { before: percent(saved) })} ${word("so", { change: word(change) })}`);
  }
  const box = byId("strength");
  box.hidden = false;
  box.replaceChildren(bar(share, before.length ? over(before) : null), ...lines.map((line) => element("p", {}, line)));
}

/** List the scenarios of the card, and run one after the other until somebody types. */
async function scenarios(stale) {
  const slug = isScenario(page.file) ? page.file.split("/")[1] : slugOf(page.file);
  const list = await python("scenarios", slug);
  page.outcomes = new Map();
  showScenarios(list, page.outcomes, open);
  for (const { file } of list.slice(0, SCENARIOS)) {
    if (stale()) return;
    page.outcomes.set(file, await python("scenario", file));
    showScenarios(list, page.outcomes, open);
  }
}

async function keepPosition() {
  const slug = slugOf(page.file) || page.powers.find(Boolean) || "";
  try {
    const { file, text } = await python("scenario_here", slug, word("scenario title", { who: page.titles.get(slug) ?? page.game.title.en }));
    page.edited.set(file, text);
    open(file);
    toast(word("scenario made"));
    await scenarios(() => false);
  } catch (error) {
    trouble(error);
  }
}

// ------------------------------------------------------------------------------- new cards and games

const SLUG = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** A card from the game's template, in a file of its own. */
async function addCard() {
  const slug = (prompt(word("name card")) ?? "").trim();
  if (!slug) return;
  const file = `powers/${slug}.yaml`;
  if (!SLUG.test(slug)) return toast(word("name wrong"));
  if (files().includes(file)) return toast(word("name taken"));
  const title = slug.split("-").map((part) => part[0].toUpperCase() + part.slice(1)).join(" ");
  page.edited.set(file, page.game.card.replaceAll("my-card", slug).replaceAll("My Card", title));
  page.powers = [slug, page.powers.find((other) => other && other !== slug) ?? null];
  open(file);
  page.version = page.version + 1;
  await check();
  await choices();
  await afresh();
}

async function revert() {
  for (const file of page.edited.keys()) await python("write", file, page.game.files[file] ?? null);
  page.edited = new Map();
  page.version += 1;
  if (!(page.file in page.game.files)) page.file = page.game.file;
  editor.forget();
  editor.open(page.file, textOf(page.file));
  listFiles();
  toast(word("removed"));
  await check();
}

// ------------------------------------------------------------------------------- the whole page

const data = async (name) => (await fetch(name)).json();

async function choices() {
  const about = await python("about", spoken());
  page.titles = new Map(about.powers.map(({ slug, title }) => [slug, title]));
  if (!about.modes.some(({ slug }) => slug === page.mode)) page.mode = (about.modes.find(({ players }) => players === 2) ?? about.modes[0]).slug;
  const players = about.modes.find(({ slug }) => slug === page.mode).players;
  byId("mode").replaceChildren(...about.modes.map(({ slug, title }) => option(slug, title)));
  byId("mode").value = page.mode;
  byId("mode").hidden = about.modes.length < 2;
  const own = slugOf(page.file);
  if (!page.powers.length && page.titles.has(own)) page.powers = [own, [...page.titles.keys()].find((slug) => slug !== own)];
  page.powers = Array.from({ length: players }, (_, n) => (page.titles.has(page.powers[n]) ? page.powers[n] : null));
  page.people = Array.from({ length: players }, (_, n) => page.people[n] ?? false);
  const seats = page.powers.map((power, n) => {
    const powers = element("select", { "aria-label": word("player", { n: n + 1 }), onchange: ({ target }) => seat(n, target.value) });
    powers.append(option("", word("no power")), ...about.powers.map(({ slug, title }) => option(slug, title)));
    powers.value = power ?? "";
    powers.hidden = !about.powers.length;
    const kind = element("select", { "aria-label": word("player", { n: n + 1 }), onchange: ({ target }) => person(n, target.value === "person") });
    kind.append(option("person", word("person")), option("program", word("program")));
    kind.value = page.people[n] ? "person" : "program";
    return element("span", { className: `seat seat-${n + 1}` }, element("b", {}, `${n + 1} `), powers, kind);
  });
  byId("seats").replaceChildren(...seats);
}

async function seat(n, slug) {
  page.powers[n] = slug || null;
  await afresh();
}

async function person(n, isPerson) {
  page.people[n] = isPerson;
  await draw();
}

async function afresh() {
  try {
    await begin(false);
    await later(page.version);
  } catch (error) {
    trouble(error);
  }
}

async function openGame(slug, file, contents = {}) {
  page.ready = false;
  page.game = await data(`games/${slug}.json`);
  page.edited = new Map(Object.entries(contents.files ?? {}));
  page.good = null;
  page.loadedBefore = new Set();
  page.file = file && (file in page.game.files || page.edited.has(file)) ? file : page.game.file;
  page.powers = contents.powers ?? [];
  page.mode = contents.mode ?? "";
  editor.forget();
  editor.open(page.file, textOf(page.file));
  listFiles();
  board.shown = null;
  if (page.game.picture) board.preview(page.game.picture);
  page.marks.text ??= Math.round(performance.now());
  byId("status").textContent = word("loading");
  await python("open", slug, page.game.files);
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
  if (sound || shipped.sound) await sitDown(contents);
  page.marks.ready ??= Math.round(performance.now());
  document.body.dataset.ready = slug;
  if (version !== page.version) soon();
  else if (board.shown) later(page.version);
}

/** Begin a game, in the position of a link if there is one. */
async function sitDown(contents) {
  await choices();
  await begin(false);
  if (contents.position) await python("continued", contents.position).then(draw, (error) => toast(word("lost", { reason: error.message })));
  await describe();
}

async function share() {
  const contents = {
    version: page.index.version, game: page.game.slug, file: page.file, files: Object.fromEntries(page.edited),
    powers: page.powers, mode: page.mode, position: board.shown?.past ? page.position : null,
  };
  history.replaceState(null, "", `${location.pathname}#${await linkOf(contents)}`);
  try {
    await navigator.clipboard.writeText(location.href);
    toast(word("copied", { n: location.href.length }));
  } catch {
    toast(word("copy this"));
  }
}

function download() {
  const folder = page.game.slug;
  const contents = Object.fromEntries(files().map((file) => [`${folder}/${file}`, textOf(file)]));
  const link = element("a", { href: URL.createObjectURL(zipped(contents)), download: `${folder}.zip` });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function start() {
  speak(address.get("language") ?? (navigator.language.startsWith("es") ? "es" : "en"));
  byId("language").value = spoken();
  byId("guide").textContent = word("guide");
  page.index = await data("games/index.json");
  let contents = {};
  try {
    contents = (await fromLink(location.hash)) ?? {};
    if (contents.version && contents.version !== page.index.version) toast(word("old link", { then: contents.version, now: page.index.version }));
  } catch {
    toast(word("not a link"));
  }
  const title = (game) => game.title[spoken()] ?? game.title.en;
  byId("game").replaceChildren(...page.index.games.map((game) => option(game.slug, title(game))));
  const wanted = contents.game ?? address.get("game");
  const slug = page.index.games.some((game) => game.slug === wanted) ? wanted : page.index.games[0].slug;
  byId("game").value = slug;
  byId("game").onchange = ({ target }) => openGame(target.value).catch(trouble);
  byId("file").onchange = ({ target }) => open(target.value);
  byId("mode").onchange = async ({ target }) => {
    page.mode = target.value;
    await choices();
    await afresh();
  };
  byId("again").onclick = () => afresh();
  byId("undo").onclick = async () => {
    await python("undo", page.people.flatMap((isPerson, n) => (isPerson ? [n + 1] : [])));
    byId("story").lastElementChild?.remove();
    await draw();
  };
  byId("share").onclick = share;
  byId("language").onchange = async ({ target }) => {
    speak(target.value);
    byId("guide").textContent = word("guide");
    await choices();
    await describe();
    await draw();
    showWrong(page.wrong);
  };
  byId("save").onclick = download;
  byId("add").onclick = addCard;
  byId("keep").onclick = keepPosition;
  byId("revert").onclick = revert;
  await openGame(slug, contents.file ?? address.get("file"), contents);
}

window.playground = page;
start().catch((error) => {
  byId("status").className = "bad";
  byId("status").textContent = word("no start", { reason: error.message });
});
