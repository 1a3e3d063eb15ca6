// Prints, for each pair of states that look the same to a player, in what they are shown otherwise
// by the library for pages, now or after the same choice; or null. See library_surface.py.
import { readFileSync } from "node:fs";
import { load } from "./match.mjs";

const EXPLAINED = 3; // options of one decision that are explained

const match = await load();

/** What a function returns, or the words of its error. */
function attempt(ask) {
  try {
    return ask();
  } catch (error) {
    return `Error: ${error.message}`;
  }
}

/** Everything that a player is shown of a state, by where it is shown. */
function shown(state, player, refused) {
  const view = state.view(player);
  const all = {
    "the events": state.eventsFor(player),
    "the choice that is told": state.choiceFor(player),
    "the position": view.position(),
    "the result": [view.result, view.turnOf],
    "what is sent": view.toJSON(),
    "what is known": state.knownTo(player),
  };
  if (state.decision?.player !== player) return all;
  const texts = state.decision.options.slice(0, EXPLAINED).map(({ text }) => text);
  return {
    ...all,
    "the options": state.decision,
    "the options of the view": view.decision,
    "why an option is legal": texts.map((text) => attempt(() => state.explain(text))),
    "why an option is not legal": refused.map((text) => attempt(() => state.whyNot(text))),
  };
}

/** Where two states are shown differently, or null. */
function difference(states, player, refused) {
  const [one, other] = states.map((state) => shown(state, player, refused));
  const names = Object.keys({ ...one, ...other });
  return names.find((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])) ?? null;
}

for (const { vectors, player, code, refused } of JSON.parse(readFileSync("pairs.json", "utf-8"))) {
  const states = vectors.map((vector) => match.fromJSON({ rules: match.tables.rules, vector }));
  const after = code === null ? states : states.map((state) => state.apply(code));
  const found = difference(states, player, refused) ?? difference(after, player, refused);
  console.log(JSON.stringify(found));
}
