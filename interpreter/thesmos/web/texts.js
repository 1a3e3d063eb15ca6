/** Write values and options as text, with the tables of a match. */

class Texts {
  constructor(tables) {
    this.tables = tables;
  }

  /** A value as text. at: the place of a piece without a name. */
  value(number, value, at) {
    const { none, unknown, types } = this.tables;
    if (value === unknown) return "?";
    if (value === none) return "";
    const type = types[number];
    if (type.pieces) return this.piece(type.pieces, value, at);
    return type.words ? type.words[value] : String(value + type.from);
  }

  /** A piece by its name, or else by the cell it is on. */
  piece(kind, piece, at) {
    const { names } = this.tables.kinds[kind];
    return names[piece] || this.cell(kind, at) || `${kind} ${piece + 1}`;
  }

  /** The name of a cell; empty for any other place. */
  cell(kind, at) {
    const { places, cells } = this.tables.kinds[kind];
    return at >= 0 && at < cells ? places[at] : "";
  }

  /** Whether pieces of a type may be shown by their places. */
  placed(number) {
    const { pieces } = this.tables.types[number];
    return pieces !== undefined && !this.tables.kinds[pieces].names.every((name) => name);
  }

  /** The action that a code belongs to. */
  action(code) {
    return this.tables.actions.find((one) => code >= one.first && code < one.first + one.count);
  }

  /** The text and open roles of an option. numbers: all that the text depends on, from `wording`. */
  option(code, numbers) {
    const action = this.action(code);
    let place = 0;
    const next = () => numbers[place++];
    const read = (type, value) => this.value(type, value, this.placed(type) ? next() : undefined);
    const roles = {};
    for (const [name, type, low, size, factor] of action.roles) {
      const inside = Math.floor((code - action.first) / factor) % size;
      roles[name] = read(type, low + inside);
    }
    const form = action.forms[next()];
    const shown = { ...roles };
    for (const [name, type] of form.computed) shown[name] = read(type, next());
    const text = form.parts.map((part) => (typeof part === "string" ? part : shown[part[0]]));
    return { text: text.join(""), roles };
  }
}

/** A text as it is read where people type it: with single blanks, and only inside. */
function asTyped(text) {
  return text.trim().split(/\s+/).join(" ");
}

/** The texts of the options of a decision; one that is repeated, as typed, gets a number. */
function toldApart(texts) {
  const taken = new Set(texts.map(asTyped));
  if (taken.size === texts.length) return texts;
  const seen = new Set();
  return texts.map((text) => {
    let label = text;
    if (seen.has(asTyped(text))) {
      for (let number = 2; taken.has(asTyped(label)); number++) label = `${text} #${number}`;
      taken.add(asTyped(label));
    }
    seen.add(asTyped(text));
    return label;
  });
}

export { Texts, toldApart };
