/** The scenarios of a card, which are run while it is written, and those that are made of positions. */

import { isScenario, open, slugOf } from "./files.js";
import { page, python, trouble } from "./page.js";
import { showScenarios } from "./panels.js";
import { wholePosition } from "./table.js";
import { toast } from "./elements.js";
import { word } from "./words.js";

const MOST = 80; // that are run after an edit

/** List the scenarios of the card, and run one after the other until somebody types. */
async function runScenarios(stale) {
  const slug = isScenario(page.file) ? page.file.split("/")[1] : slugOf(page.file);
  const list = await python("scenarios", slug);
  if (stale()) return;
  page.outcomes = new Map();
  showScenarios(list, page.outcomes, open);
  for (const { file } of list.slice(0, MOST)) {
    if (stale()) return;
    const outcome = await python("scenario", file);
    if (stale()) return;
    page.outcomes.set(file, outcome);
    showScenarios(list, page.outcomes, open);
  }
}

/** Make a scenario of the position on the board, and open it. */
async function keepPosition() {
  const slug = slugOf(page.file) || page.seating.powers.find(Boolean) || "";
  const title = word("scenario title", { who: page.titles.get(slug) ?? page.game.title.en });
  try {
    const { file, text } = await python("scenario_here", page.seating, wholePosition(), slug, title);
    page.edited.set(file, text);
    open(file);
    toast(word("scenario made"));
    await runScenarios(() => false);
  } catch (error) {
    trouble(error);
  }
}

export { keepPosition, runScenarios };
