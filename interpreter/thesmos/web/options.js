/** Options as text, by the tables of a match: see notation/options.py. */

/** A text as it is read where people type it: with single blanks, and only inside. */
function asTyped(text) {
  return text.trim().split(/\s+/).join(" ");
}

/** The texts of the options of a decision; one that is repeated, as typed, gets a number. */
function distinctTexts(texts) {
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

class OptionTexts {
  /** texts: writes values as text. */
  constructor(texts) {
    this.texts = texts;
    this.tables = texts.tables;
  }

  /** The action that a code belongs to. */
  action(code) {
    return this.tables.actions.find(({ first, count }) => code >= first && code < first + count);
  }

  /** The text and open roles of an option. wording: all that the text depends on besides its code. */
  written(code, wording) {
    const action = this.action(code);
    const numbers = wording[Symbol.iterator]();
    const next = () => numbers.next().value;
    const value = (type, number) => this.texts.value(type, number, this.placed(type) ? next() : undefined);
    const roles = {};
    action.roles.forEach(([name, type], n) => {
      const [low, size, factor] = action.digits[n];
      roles[name] = value(type, low + (Math.floor((code - action.first) / factor) % size));
    });
    const form = action.forms[next()];
    const shown = { ...roles };
    for (const [name, type] of form.computed) shown[name] = value(type, next());
    const text = form.parts.map((part) => (typeof part === "string" ? part : shown[part[0]]));
    return { text: text.join(""), roles };
  }

  /** Whether values are pieces, some of which have no name. */
  placed(type) {
    const { piece } = this.tables.types[type];
    return piece !== undefined && !this.tables.kinds[piece].names.every((name) => name);
  }
}

export { OptionTexts, distinctTexts };
