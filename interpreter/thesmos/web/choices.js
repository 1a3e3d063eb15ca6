/** A choice at a decision: a code, "skip" or "concede". */

const [SKIP, CONCEDE] = ["skip", "concede"];

/** The state after a choice that is offered. */
function taken(state, choice) {
  if (typeof choice === "number") return state.after("choose", choice);
  return choice === SKIP ? state.skip() : state.concede();
}

/** The text of the choice that led to a state. */
function textBefore({ reached, previous }) {
  const [name, code] = reached.how;
  return name === "choose" ? previous.writtenOptions[previous.codes.indexOf(code)].text : name;
}

/** The choice with a text; undefined if it is not offered. */
function choiceOf(state, text) {
  if (text === CONCEDE) return text;
  const place = state.step === undefined ? -1 : state.writtenOptions.findIndex((option) => option.text === text);
  if (place >= 0) return state.codes[place];
  return text === SKIP && state.maySkip ? text : undefined;
}

export { CONCEDE, SKIP, choiceOf, taken, textBefore };
