/** The part `step` of a position, which only a state in the middle of a turn has: see notation/in_turn.py. */

import { indexOf, objectOf, wrong } from "./expected.js";
import { range } from "./texts.js";

const OTHERS = ["places", "history", "before"];

class StepPart {
  constructor(tables, memories) {
    this.tables = tables;
    this.memories = memories;
  }

  /** The part for a state. */
  write(v) {
    const { inTurn, kinds, none } = this.tables;
    const valuesOf = (part) =>
      Object.fromEntries(
        Object.entries(part)
          .filter(([, memory]) => !this.memories.isFresh(memory, v))
          .map(([name, memory]) => [name, this.memories.write(memory, v)]),
      );
    const placesOf = ({ first, names, places }) =>
      range(names.length).map((piece) => (v[first + piece] === none ? "" : places[v[first + piece]]));
    const filled = Object.entries(kinds).filter(([, { names }]) => names.length);
    const places = Object.fromEntries(filled.map(([kind, about]) => [kind, placesOf(about)]));
    const history = valuesOf(inTurn.history);
    return { ...valuesOf(inTurn.core), places, ...(Object.keys(history).length ? { history } : {}) };
  }

  /** By kind, where each piece is, as in a state. */
  places(part) {
    const { kinds, none } = this.tables;
    const byKind = Object.entries(objectOf(part.places ?? {}, "step: places", " {kind: list of places}"));
    return Object.fromEntries(
      byKind.map(([kind, texts]) => {
        if (!Object.hasOwn(kinds, kind)) wrong(`step: places has no kind \`${kind.slice(0, 40)}\``);
        const { names, places } = kinds[kind];
        if (!Array.isArray(texts) || texts.length !== names.length) {
          wrong(`step: places must say where each ${kind} is`, `there are ${names.length}, on a cell or in a zone`);
        }
        return [kind, texts.map((text) => (text === "" ? none : indexOf(text, places, "step: places")))];
      }),
    );
  }

  /** Put the part, except for `before`, into a state whose pieces are placed. */
  read(part, v) {
    const { core, history } = this.tables.inTurn;
    for (const [name, value] of Object.entries(part)) {
      if (Object.hasOwn(core, name)) this.memories.read(core[name], value, v);
      else if (!OTHERS.includes(name)) {
        wrong(`step: there is no \`${name.slice(0, 20)}\``, `possible: ${[...Object.keys(core), ...OTHERS].join(", ")}`);
      }
    }
    const answers = objectOf(part.history ?? {}, "step: history", " {question: answer}");
    for (const [name, value] of Object.entries(answers)) {
      if (!Object.hasOwn(history, name)) {
        wrong(`step: history has no \`${name.slice(0, 60)}\``, "no card in play asks this");
      }
      this.memories.read(history[name], value, v);
    }
  }
}

export { StepPart };
