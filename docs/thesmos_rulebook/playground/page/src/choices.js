/** Modes and options of the game, to choose from above the board. */

import { byId, element, option } from "./elements.js";
import { page, python, trouble } from "./page.js";
import { takeSeats, usualPowers } from "./table.js";
import { spoken, word } from "./words.js";

const TWO = 2; // players, for whom a game is played first

/** Ask what can be played now, and show it. The seating keeps what there still is. */
async function learnChoices() {
  const about = (page.about = await python("about", spoken()));
  page.titles = new Map(about.powers.map(({ slug, title }) => [slug, title]));
  const { seating } = page;
  const isMode = about.modes.some(({ slug }) => slug === seating.mode);
  if (!isMode) seating.mode = (about.modes.find(({ players }) => players === TWO) ?? about.modes[0]).slug;
  seating.powers = usualPowers(playersOf(seating.mode), [...page.titles.keys()], () => true);
  const known = new Map(about.options.map(({ name, values }) => [name, values.map((value) => value.name)]));
  seating.options = Object.fromEntries(Object.entries(seating.options).filter(([name, value]) => known.get(name)?.includes(value)));
  show();
}

const playersOf = (mode) => page.about.modes.find(({ slug }) => slug === mode).players;

function show() {
  const { about, seating } = page;
  const modes = byId("mode");
  modes.replaceChildren(...about.modes.map(({ slug, title }) => option(slug, title)));
  modes.value = seating.mode;
  modes.hidden = about.modes.length < 2;
  modes.onchange = () => change({ mode: modes.value, powers: Array(playersOf(modes.value)).fill(null).map((_, n) => seating.powers[n] ?? null) });
  const lists = about.options.map(({ name, title, values }) => {
    const list = element("select", { onchange: () => change({ options: { ...page.seating.options, [name]: list.value } }) });
    list.append(...values.map((value) => option(value.name, value.title)));
    list.value = seating.options[name] ?? values[0].name;
    return element("label", {}, element("span", {}, title), list);
  });
  byId("game-options").replaceChildren(...lists);
  byId("options-part").hidden = !lists.length;
  byId("options-title").textContent = word("options");
}

function change(differing) {
  takeSeats({ ...page.seating, ...differing }).catch(trouble);
}

export { learnChoices };
