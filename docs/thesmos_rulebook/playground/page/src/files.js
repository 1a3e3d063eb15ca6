/** The files of the game on the page: their texts, the list of them, and the one in the editor. */

import { Editor } from "./editor.js";
import { byId, option } from "./elements.js";
import { page } from "./page.js";
import { word } from "./words.js";

const UNLISTED = /^(draft|editions|modules|scenarios)\//;
let editor = null;

/** listeners: `changed`, `moved` and `mend`, as for an editor; `shown`, called when another file is shown. */
function startFiles({ changed, moved, mend, shown }) {
  const typed = () => {
    write(page.file, editor.text);
    changed();
  };
  editor = new Editor(byId("editor"), { changed: typed, moved, mend, label: word("text of file") });
  files.shown = shown;
}

const files = {
  shown: () => {},
  get editor() {
    return editor;
  },
};

const textOf = (file) => page.edited.get(file) ?? page.game.files[file] ?? "";
const allFiles = () => [...new Set([...Object.keys(page.game.files), ...page.edited.keys()])].sort();
const slugOf = (file) => /(?:powers|modes)\/([a-z0-9-]+)\.yaml$/.exec(file)?.[1] ?? "";
const isScenario = (file) => file.startsWith("scenarios/");

/** Whether the rules are others than the shipped ones. */
const isEdited = () => [...page.edited.keys()].some((file) => !isScenario(file));

/** Take over the text of a file. */
function write(file, text) {
  if (text === page.game.files[file]) page.edited.delete(file);
  else page.edited.set(file, text);
  const shown = [...byId("file").options].find(({ value }) => value === file);
  if (shown) shown.textContent = label(file);
  byId("revert").hidden = !page.edited.size;
  page.typed = performance.now();
  page.version += 1;
}

const label = (file) => `${page.edited.has(file) ? "● " : ""}${file}`;

function listFiles() {
  const isListed = (file) => !UNLISTED.test(file) || file === page.file || page.edited.has(file);
  byId("file").replaceChildren(...allFiles().filter(isListed).map((file) => option(file, label(file))));
  byId("file").value = page.file;
  byId("revert").hidden = !page.edited.size;
}

/** Show a file in the editor, and go to a line. */
function open(file, line = 0, column = 1) {
  if (!allFiles().includes(file)) return;
  if (file !== page.file) {
    page.file = file;
    editor.open(file, textOf(file));
    listFiles();
    files.shown();
  }
  if (line) editor.goTo(line, column);
}

/** Show a file in an editor that remembers nothing. */
function openFresh(file) {
  page.file = file;
  editor.forget();
  editor.open(file, textOf(file));
  listFiles();
}

export { allFiles, files, isEdited, isScenario, listFiles, open, openFresh, slugOf, startFiles, textOf, write };
