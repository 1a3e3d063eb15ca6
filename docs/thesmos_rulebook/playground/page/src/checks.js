/** When and how the text is checked, and what follows from it. */

import { byId } from "./elements.js";
import { files, isScenario, open, textOf } from "./files.js";
import { describe } from "./meaning.js";
import { FIRST, mark, page, python, staleSince, trouble } from "./page.js";
import { showProblems } from "./panels.js";
import { runScenarios } from "./scenarios.js";
import { keepInAddress } from "./sharing.js";
import { showStrength } from "./strength.js";
import { deal, trace } from "./table.js";
import { learnChoices } from "./choices.js";
import { word } from "./words.js";

const PAUSE = 50; // milliseconds without a key before the whole game is checked
const IDLE = 2000; // milliseconds without a key before Python's memory is kept
const ROOMY = 4; // gigabytes of memory

let pause = 0;
let busy = false; // with the whole game
let quick = false; // with one card
let runs = 0; // of what comes later

/** Check the card at once, and the whole game when the writer pauses. */
function soon() {
  if (!page.ready) return;
  clearTimeout(pause);
  pause = setTimeout(check, PAUSE);
  offerMends();
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
    const others = page.wrong.filter((wrong) => wrong.file !== file);
    if ((whole || !sound) && version === page.version) {
      page.diagnosed = version;
      showWrong([...diagnostics, ...others], !sound);
      mark("card", typed);
    }
  } catch (error) {
    trouble(error);
  }
  quick = false;
  if (version !== page.version) checkCard();
}

/** Check the whole game; if it has no errors, go on by it. */
async function check() {
  if (busy) return;
  busy = true;
  const { version, typed, file } = page;
  try {
    send(file);
    keepInAddress();
    if (isScenario(file)) {
      if (page.good) await runScenarios(staleSince(version));
    } else {
      const { sound, diagnostics } = await python("check_game");
      page.wrong = diagnostics;
      if (version === page.version) {
        page.diagnosed = version;
        showWrong(diagnostics, !sound);
        mark("game", typed);
        if (sound) await goOn(version, typed);
      }
    }
  } catch (error) {
    trouble(error);
  }
  busy = false;
  if (version !== page.version) soon();
}

/** Take up the text as it is now, which has no errors: its sentences, and the board. */
async function goOn(version, typed) {
  page.good = new Map(page.edited);
  page.checked = version;
  await Promise.all([describe(), learnChoices()]);
  mark("sentences", typed);
  await deal({ keep: true });
  mark("board", typed);
  later(version, typed);
}

/** What may come when nothing else waits: strength, scenarios, and checks of the rest. */
async function later(version, typed = 0) {
  const run = ++runs;
  const isOld = staleSince(version);
  const stale = () => run !== runs || isOld();
  try {
    if (!stale()) await showStrength(stale);
    mark("strength", typed);
    if (!stale()) await runScenarios(stale);
    if (!stale()) await checkRest(stale);
    if (!stale()) await keepImage(stale);
  } catch (error) {
    trouble(error);
  }
}

/** Rulings, draft, editions and modules: too slow for every key. */
async function checkRest(stale) {
  if (!page.edited.size) return;
  const { diagnostics, sound } = await python("check_all");
  if (!stale()) showWrong((page.wrong = diagnostics), !sound);
}

/** Let the next visit go on from here, when nobody writes; where memory is scarce, it begins anew. */
async function keepImage(stale) {
  const scarce = (navigator.deviceMemory ?? ROOMY) < ROOMY || matchMedia("(pointer: coarse)").matches;
  if (scarce || page.marks.image !== undefined) return;
  await new Promise((resolve) => setTimeout(resolve, IDLE));
  if (stale() || page.marks.image !== undefined) return;
  page.marks.image = false;
  page.marks.image = await page.checking.call("keep image", [], FIRST);
}

function showWrong(diagnostics, broken = page.broken) {
  page.broken = broken;
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  files.editor.mark(diagnostics.filter(({ file }) => file === page.file));
  showProblems(diagnostics, page.file, { open, mend });
  offerMends();
  tell(broken ? "bad" : "good", broken ? `${word("errors", { n: errors })} · ${word("stale")}` : word("good"));
  document.body.classList.toggle("stale", broken);
}

const areCurrent = () => page.diagnosed === page.version;

/** Offer the edits of the listed problems only while the text is the one they were made for: places move with each key. */
function offerMends() {
  for (const button of byId("problems").querySelectorAll(".mend")) button.disabled = !areCurrent();
}

/** Apply the edit of a diagnostic. */
function mend(file, edit) {
  if (!areCurrent()) return;
  open(file);
  files.editor.apply(edit);
}

function tell(kind, text) {
  const status = byId("status");
  status.className = kind;
  status.textContent = text;
}

/** Bring a new worker to the last version without errors, after the one before was stopped. */
async function restarted() {
  busy = true;
  tell("bad", word("restarted"));
  try {
    await python("open", page.game.slug, page.game.files);
    await python("check_game");
    for (const [file, text] of page.good ?? []) await python("write", file, text);
    await python("check_game");
    if (page.board) await trace();
    page.restarts += 1;
  } catch (error) {
    trouble(error);
  }
  busy = false;
}

export { check, goOn, later, mend, restarted, showWrong, soon, tell };
