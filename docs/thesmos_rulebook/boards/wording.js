/** Options, events, findings and positions in words, by the table of a game. */

const UNKNOWN = "?"; // in positions: what the viewer can't see
const UNSEEN = "?×"; // before how many pieces of a list the viewer can't see; it is the last in the list
const SET = "1"; // a flag that is set, as positions write it
const GAP = /\{(\w+)\}/g;
const raised = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A list, or one for each player, with the numbers of pieces in it that can't be seen. */
function withUnseen(value, unseen) {
  if (Array.isArray(unseen)) return unseen.map((number, n) => withUnseen(value[n], number));
  return unseen ? [...value, `${UNSEEN}${unseen}`] : value;
}

class Wording {
  constructor(table) {
    this.table = table;
    this.phrases = table.phrases;
  }

  /** One of the fixed texts, with its gaps filled. */
  phrase(key, gaps = {}) {
    return (this.phrases[key] ?? key).replace(GAP, (whole, name) => gaps[name] ?? whole);
  }

  /** The name of a word that the game declares. */
  name(word) {
    const { names, drawing } = this.table;
    if (names[word] !== undefined) return names[word];
    const printed = drawing.printed[word];
    if (!printed?.length) return String(word).replaceAll("_", " ");
    const words = printed.filter((value) => !/^\d+$/.test(value)).map((value) => names[value] ?? value);
    const numbers = printed.filter((value) => /^\d+$/.test(value));
    return [words.join(" + "), ...numbers].join(" ").trim() || word;
  }

  player(number) {
    return number ? this.phrase("player", { player: number }) : this.phrase("chance");
  }

  step(decision) {
    return this.table.steps[decision.step] ?? this.name(decision.step);
  }

  card(slug) {
    return this.table.cards[slug]?.title ?? this.name(slug);
  }

  /** A sentence with its gaps filled by texts; empty if one is missing. */
  filled(sentence, texts) {
    let whole = true;
    const filled = sentence.replace(GAP, (gap, name) => {
      if (texts[name] === undefined || texts[name] === "") whole = false;
      return texts[name] ?? "";
    });
    if (!whole) return "";
    return this.table.tidy
      .reduce((text, [pattern, instead]) => text.replace(new RegExp(pattern, "g"), instead), filled)
      .replace(/\s+/g, " ")
      .trim();
  }

  /** An option in words. action: in the tables of the match. */
  option({ name: action, roles: types }, { text, roles }) {
    const said = this.table.says[action];
    const texts = Object.fromEntries(Object.entries(roles).map(([role, value]) => [role, this.thing(value)]));
    const sentence = said && this.filled(said.says, texts);
    if (sentence) return raised(sentence);
    const name = this.table.names[action] ?? this.table.steps[action] ?? action;
    const players = types.filter(([role, type]) => type === "Player" && texts[role]).map(([role]) => [role, this.player(roles[role])]);
    const parts = Object.values({ ...texts, ...Object.fromEntries(players) }).filter(Boolean);
    return parts.length ? `${raised(name)}: ${parts.join(", ")}` : raised(name) || text;
  }

  thing(value) {
    return this.table.articles[value] ?? this.name(value);
  }

  /** An event in words, without a full stop; empty for those that need none. */
  event(event) {
    const { e, ...written } = event;
    const core = this.phrases[`event ${e}`];
    const who = written.player ? this.player(written.player) : "";
    if (core !== undefined) return this.phrase(`event ${e}`, { who, power: this.card(written.power ?? "") });
    if (e === "turn" || e === "note") return "";
    const said = this.table.says[e];
    const things = Object.fromEntries(Object.entries(written).map(([key, value]) => [key, this.thing(String(value))]));
    const places = Object.entries(said?.places ?? {}).map(([gap, role]) => [gap, things[role]]);
    const sentence = said && this.filled(said.says, { ...Object.fromEntries(places), ...things });
    if (sentence) return sentence;
    const players = Object.entries(written).filter(([, value]) => typeof value === "number"); // as events write them
    const named = players.map(([key, value]) => [key, this.player(value)]);
    const { from, to, ...others } = { ...things, ...Object.fromEntries(named) };
    const way = from !== undefined && to !== undefined ? [`${from} → ${to}`] : [from, to].filter(Boolean);
    const parts = [...way, ...Object.values(others)].filter(Boolean);
    const name = this.table.names[e] ?? e.replaceAll("_", " ");
    return parts.length ? `${name}: ${parts.join(", ")}` : name;
  }

  /** The drawings of texts that lie in no cell; empty if one has none. */
  drawings(texts) {
    const known = texts.filter((text) => !String(text).startsWith(UNSEEN));
    const drawn = known.map((text) => this.table.drawing.texts[text]);
    return drawn.every((code) => code !== undefined) ? drawn : [];
  }

  /** The arrows of events: pairs of cells. */
  arrows(events) {
    return events.filter(({ from, to }) => from && to).map(({ from, to }) => [from, to]);
  }

  /** Why an option is not offered: sentences, each with the link to its clause. */
  reasons(findings) {
    const seen = new Map();
    for (const { id, kind } of findings) {
      const sentence = this.table.sentences[id] ?? "";
      const text = kind === "rule" && sentence ? this.phrase("not so", { what: `“${sentence}”` }) : sentence;
      if (!seen.has(id)) seen.set(id, { id, text: text || id, link: this.table.links[id] ?? "" });
    }
    return [...seen.values()];
  }

  result({ winners, reason }) {
    const who = winners.map((number) => this.player(number)).join(" + ");
    const why = this.table.names[reason] ?? this.table.steps[reason];
    const over = this.phrase("over", { who: who || this.phrase("nobody") });
    return why ? `${over.replace(/\.$/, "")} (${why}).` : over;
  }

  /**
   * The parts of a position that no board shows: for each its name, its texts, and these as written. unseen:
   * that of the view, how many pieces more a list has: the 13 cards of another hand are `?×13`.
   */
  beside(position, unseen = {}) {
    const { entries, rows, tracks } = this.table.drawing;
    const inRows = rows.flatMap(({ key, marks, down }) => [key, ...Object.keys(marks), ...Object.keys(down)]);
    const drawn = new Set([...entries.map(({ path }) => path[0]), ...inRows, ...tracks.map(({ key }) => key)]);
    const skipped = ["memory", "to_move", "held", "step", ...this.table.drawing.repeated];
    const parts = Object.entries(position)
      .filter(([key]) => !drawn.has(key) && !skipped.includes(key))
      .flatMap(([key, value]) => this.part(key, withUnseen(value, unseen[key] ?? 0)));
    return [...parts, ...this.known(position.memory ?? {})];
  }

  /** What is remembered of pieces, such as who knows which card, as a part of a position. */
  known(memory) {
    const { drawing, members, articles } = this.table;
    const called = (piece) => (drawing.looks[piece] ?? [piece]).map((word) => articles[word] ?? this.name(word)).join(" ");
    const texts = drawing.members
      .filter((attribute) => members[attribute])
      .flatMap((attribute) => Object.entries(memory[attribute] ?? {}).map((entry) => [attribute, ...entry]))
      .filter(([, , players]) => players !== UNKNOWN)
      .flatMap(([attribute, piece, players]) =>
        players.map((player) => raised(this.filled(members[attribute], { value: this.player(player), it: called(piece) }))),
      );
    return texts.length ? [{ name: this.phrase("what is known"), texts, written: texts }] : [];
  }

  part(key, value) {
    const name = raised(this.name(key));
    if (Array.isArray(value) && this.table.drawing.flags.includes(key) && !value.includes(UNKNOWN)) {
      const texts = value.flatMap((flag, n) => (flag === SET ? [raised(this.player(n + 1))] : []));
      return texts.length ? [{ name, texts, written: texts }] : [];
    }
    const several = Array.isArray(value) && this.table.drawing.players.includes(key);
    const parts = several ? value.map((part, n) => [`${name} (${this.player(n + 1)})`, part]) : [[name, value]];
    return parts
      .map(([of, part]) => ({ name: of, texts: this.texts(part), written: [part].flat(Infinity) }))
      .filter(({ texts }) => texts.length);
  }

  texts(value) {
    if (Array.isArray(value)) return value.flatMap((part) => this.texts(part));
    if (value && typeof value === "object") {
      const known = Object.entries(value).filter(([, part]) => part !== UNKNOWN);
      return known.flatMap(([key, part]) => this.texts(part).map((text) => `${this.name(key)}: ${text}`));
    }
    return value === "" || value === null || value === undefined ? [] : [this.name(String(value))];
  }
}

export { Wording, raised };
