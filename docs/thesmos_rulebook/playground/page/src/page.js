/** What is on the page: a game, its texts as they are written, and who plays. */

import { toast } from "./elements.js";
import { WorkerCalls } from "./worker_calls.js";

const PATIENCE = 4000; // milliseconds that a check may take
const FIRST = 120000; // milliseconds that Python may take to start

const page = {
  index: null, // all games
  game: null, // the game on the page, with its shipped files
  edited: new Map(), // texts by file, where they differ from the shipped ones
  good: null, // the same, of the last version without errors; null before there is one
  file: "",
  seating: { powers: [], mode: "", options: {} }, // who plays what
  ready: false, // whether the game has been checked
  checked: -1, // the version that was last checked without errors
  version: 0, // how often the text has changed
  typed: 0, // when a key was last pressed
  wrong: [], // diagnostics
  diagnosed: -1, // the version that the listed diagnostics are about
  broken: false, // whether one of them is an error
  sentences: [],
  scenarios: [],
  outcomes: new Map(), // of scenarios, by file
  firstCheck: 0, // milliseconds that the first check of the game took
  restarts: 0, // of the checking worker
  marks: {}, // how long things took, in milliseconds
  checking: null, // the worker with Python
};

/** What the worker is replaced for is told to `again`, which brings the new one to the same game. */
function startPython(again) {
  page.checking = new WorkerCalls("checking.js", again);
}

// On a slow machine, what is normal takes longer: the first check shows how long.
const patience = () => (page.ready ? PATIENCE + 20 * page.firstCheck : FIRST);

/** The value of a method of the workbench, in Python. */
const python = (name, ...values) => page.checking.call(name, values, name === "open" ? FIRST : patience());

function trouble(error) {
  if (!error.stopped) toast(error.hint ? `${error.message} (${error.hint})` : error.message);
}

/** Note how long something took after a key. */
function mark(name, typed) {
  if (typed) (page.marks[name] ??= []).push(Math.round(performance.now() - typed));
}

/** Whether what was begun for a version, with this file in the editor, is of no use any more. */
function staleSince(version) {
  const { file } = page;
  return () => version !== page.version || file !== page.file;
}

export { FIRST, mark, page, python, staleSince, startPython, trouble };
