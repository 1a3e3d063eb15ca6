/** Cards of one's own, from the template of the game; and the way back to what was shipped. */

import { check } from "./checks.js";
import { byId, toast } from "./elements.js";
import { allFiles, open, openFresh, textOf, write } from "./files.js";
import { page, python } from "./page.js";
import { word } from "./words.js";

const SLUG = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const [TEMPLATE, TITLE] = ["my-card", "My Card"]; // in the template

/** What a title is called in file names. */
const slugFor = (title) => title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "");

/** Ask for a title, until it is one or the dialog is closed. */
function askTitle() {
  const dialog = byId("new-card");
  const field = byId("card-title");
  field.value = "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "make" ? field.value.trim() : "");
  });
}

/** Write a card from the template into a file of its own, and let the first player have it. */
async function addCard() {
  const title = await askTitle();
  if (!title) return;
  const slug = slugFor(title);
  const file = `powers/${slug}.yaml`;
  if (!SLUG.test(slug)) return toast(word("name wrong"));
  if (allFiles().includes(file)) return toast(word("name taken"));
  const quoted = JSON.stringify(title);
  write(file, page.game.card.replace(`{en: ${TITLE}}`, `{en: ${quoted}}`).replaceAll(TEMPLATE, slug));
  page.seating.powers = [];
  const clause = textOf(file).split("\n").findIndex((line) => line === "clauses:");
  open(file, clause + 3, 5);
  await check();
}

/** Take all edits back. */
async function revert() {
  if (!confirm(word("revert all"))) return;
  for (const file of page.edited.keys()) await python("write", file, page.game.files[file] ?? null);
  page.edited = new Map();
  page.version += 1;
  openFresh(page.file in page.game.files ? page.file : page.game.file);
  toast(word("removed"));
  await check();
}

export { addCard, revert };
