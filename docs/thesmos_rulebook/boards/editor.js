/** A position set up by hand: what is chosen in a list is put into cells; play then goes on from there. */

import { partOf } from "./drawing.js";
import { button, element, select } from "./elements.js";

const REMOVE = "-";
const LINES = 12; // of the field for what no board shows

/** The state on a board; what its viewer can't see is guessed, so that nothing is told. */
function seenOf({ state, match, viewer, settings }) {
  const { Random, lookAlike } = settings.library;
  return match.tables.hidden ? state.inWorld(lookAlike(match, state.vector, viewer - 1, new Random(Date.now()))) : state;
}

class Editor {
  /** board: the one on which the position is set up; it begins with the present one. */
  constructor(board) {
    this.board = board;
    const { wording, match } = board;
    this.position = structuredClone(seenOf(board).position());
    this.position.to_move = board.state.turnOf;
    const things = board.drawing.table.entries.flatMap((entry, number) =>
      Object.entries(entry.looks ?? {})
        .filter(([text]) => text !== "?")
        .map(([text, [, , , , words]]) => [`${number} ${text}`, words || entry.name]),
    );
    this.thing = things[0]?.[0] ?? REMOVE;
    const players = Array.from({ length: match.players }, (_, n) => [String(n + 1), wording.player(n + 1)]);
    this.errors = element("p", { role: "alert" });
    this.besides = this.partsBesides();
    this.element = element("div", { class: "play__editor" },
      things.length ? element("p", {}, wording.phrase("set up lead")) : null,
      things.length ? this.thingChoice(things) : null,
      select(wording.phrase("to begin"), players, String(this.position.to_move), (player) => (this.position.to_move = Number(player))),
      this.besides && element("details", {}, element("summary", {}, wording.phrase("set up rest")), this.besides),
      button(wording.phrase("set up done"), () => this.done()),
      button(wording.phrase("cancel"), () => this.leave(() => board.go())),
      this.errors);
  }

  thingChoice(things) {
    const { wording } = this.board;
    const choices = [...things, [REMOVE, wording.phrase("remove")]];
    return select(wording.phrase("set up"), choices, this.thing, (thing) => (this.thing = thing));
  }

  /** What no board shows, such as hands, as data that can be changed; null if there is nothing. */
  partsBesides() {
    const onBoards = new Set(this.board.drawing.table.entries.map(({ path }) => path[0]));
    const parts = Object.entries(this.position).filter(([key]) => !onBoards.has(key) && key !== "to_move");
    for (const [key] of parts) delete this.position[key];
    if (!parts.length) return null;
    const lines = JSON.stringify(Object.fromEntries(parts), null, 1);
    const field = element("textarea", { rows: Math.min(lines.split("\n").length, LINES), spellcheck: "false",
      "aria-label": this.board.wording.phrase("set up rest") });
    field.value = lines;
    return field;
  }

  show() {
    const none = { choosable: new Set(), chosen: [], changed: [], arrows: [] };
    this.board.grid?.show(this.position, none);
    this.board.status.textContent = this.board.wording.phrase("set up lead");
  }

  clicked(cell) {
    const { entries } = this.board.drawing.table;
    if (this.thing === REMOVE) {
      for (const entry of entries) if (entry.looks) this.put(entry, cell, null);
    } else {
      const [number] = this.thing.split(" ", 1);
      this.put(entries[number], cell, this.thing.slice(number.length + 1));
    }
    this.show();
  }

  /** Put a text of an entry into a cell; null removes what it has there. */
  put(entry, cell, text) {
    const last = entry.path.at(-1);
    let part = this.position;
    for (const key of entry.path.slice(0, -1)) part = part[key] ??= {};
    const value = part[last];
    const { drawing } = this.board;
    const has = drawing.placed(entry, value).some(([at]) => at === cell);
    if (text === null && !has) return;
    if (entry.kind === "digits") {
      const order = drawing.order(entry.board);
      const digits = value ?? "0".repeat(order.length);
      const at = order.indexOf(cell);
      part[last] = digits.slice(0, at) + (text ?? "0") + digits.slice(at + 1);
    } else if (entry.kind === "map") {
      const others = Object.entries(value ?? {}).filter(([name]) => name !== cell);
      part[last] = Object.fromEntries(text === null ? others : [...others, [cell, text]]);
    } else {
      const [before, after] = text === null ? [] : (entry.looks[text].slice(5).length ? entry.looks[text].slice(5) : ["", ""]);
      const written = text === null ? [] : [`${before}${cell}${after}`];
      const others = [partOf(this.position, entry.path) ?? []].flat().filter((other) => {
        return !drawing.placed(entry, other).some(([at]) => at === cell);
      });
      part[last] = entry.single ? (written[0] ?? "") : [...others.filter(Boolean), ...written];
    }
  }

  done() {
    const { board, position } = this;
    try {
      const { powers, setup } = board;
      const whole = this.besides ? { ...position, ...JSON.parse(this.besides.value) } : position;
      this.leave(() => board.begin({ powers, setup, position: whole, moves: [] }));
    } catch (error) {
      board.editor = this;
      board.options.replaceChildren(this.element);
      this.show();
      this.errors.textContent = error.message;
    }
  }

  leave(then) {
    this.board.editor = null;
    then();
  }
}

export { Editor };
