/** What players learn of the way from one decision to the next, from its notes: see
 * notation/learning.py. */

import { Engine, copied } from "./engine.js";

const EVERYBODY = null; // in place of a player: who sees everything

/** Plays a choice once more, in a module that notes what happens. */
class Tracer {
  constructor() {
    this.notes = [];
    this.numbers = [];
    const note = (number, last) => this.note(number, last);
    this.imports = { host: { note } };
  }

  /** Begin to use a module that was made with the imports. */
  attach(instance) {
    this.engine = new Engine(instance);
    return this;
  }

  note(number, last) {
    this.numbers.push(number);
    if (!last) return;
    this.notes.push([this.numbers, copied(this.engine.state)]);
    this.numbers = [];
  }

  /** The notes of a choice: `choose` with a code, `skip`, `concede` or `enter`. */
  follow(vector, name, ...given) {
    this.notes = [];
    this.engine.call(vector, name, ...given);
    return this.notes;
  }
}

/** Reads the notes of a way for everybody who asks. Players are numbered from 0. */
class Learning {
  constructor(match, notes) {
    this.match = match;
    this.tables = match.tables;
    this.table = match.tables.learning;
    this.sights = new Map();
    this.reports = [];
    this.chosen = null;
    this.read(notes);
  }

  // -------------------------------------------------------------------- reading notes

  read(notes) {
    const [bound, underWay] = [[], []];
    let since = null;
    for (const [[word, ...numbers], state] of notes) {
      const name = this.table.notes[word];
      if (name === "bound") {
        bound.push(this.bound(numbers, state));
      } else if (name === "begins") {
        underWay.at(-1)?.spans.push([since, state]);
        underWay.push(bound.pop());
        since = state;
        this.begin(underWay.at(-1));
      } else if (name === "ends") {
        underWay.pop().spans.push([since, state]);
        since = state;
      } else {
        this.reports.push({ name, numbers });
      }
    }
  }

  bound([action, actor, chosen, chosenBy, ...rest], state) {
    const about = this.table.actions[action];
    const [roles, places] = [rest.slice(0, about.roles.length), rest.slice(about.roles.length)];
    return { action, about, actor, chosen, chosenBy, roles, places, boundIn: state, spans: [] };
  }

  begin(happening) {
    if (happening.chosen && !this.chosen) this.chosen = happening;
    if (!happening.about.silent) this.reports.push({ happening });
  }

  // --------------------------------------------------------------------------- asking

  /** What a player is told, in order. */
  events(viewer) {
    const told = this.reports.flatMap((report) => this.told(report, viewer));
    return told.map((event) => this.match.events.write(event));
  }

  told({ happening, name, numbers }, viewer) {
    if (happening) {
      const learned = this.learns(happening, viewer);
      return learned ? [this.event(happening, learned.roles)] : [];
    }
    const tells = viewer === EVERYBODY || name !== "skip" || tellsSkipping(numbers, viewer);
    return tells ? this.data(name, numbers) : [];
  }

  /** Whether a player learns what was chosen at the beginning. */
  knowsChoice(viewer) {
    const [first] = this.reports;
    if (first?.name === "skip") return tellsSkipping(first.numbers, viewer);
    return this.chosen !== null && this.learns(this.chosen, viewer)?.whole === true;
  }

  // ------------------------------------------------------------------------- learning

  /** What a player learns of an event: whether it is all of it, and the roles as they know them. */
  learns(happening, viewer) {
    const { about, actor, chosenBy, roles } = happening;
    if (viewer === EVERYBODY || !this.table.hides || about.public) return { whole: true, roles };
    if (about.secret && actor !== viewer) return null;
    let { spans } = happening;
    let sights = this.seen(spans, viewer);
    if (!this.changes(sights).size) {
      spans = [[spans[0][0], spans.at(-1)[1]]];
      sights = this.seen(spans, viewer);
    }
    const allOpen = chosenBy === viewer || this.seesEverything(spans, sights);
    const [changed, noticed] = [this.changes(spans), this.changes(sights)];
    if (!noticed.size && !allOpen) return null;
    const shown = new Set([...changed.keys()].filter((fact) => noticed.get(fact) === changed.get(fact)));
    const known = new Set();
    const isKnown = ([, , isOpen, places, sources], place) => {
      if (places !== null && this.inSight(places, roles[place], sights)) return true;
      if (isOpen && (places !== null || allOpen)) return allOpen;
      if (isAssigned(place, happening, noticed, shown)) return true;
      if (isOpen) return shown.size === changed.size;
      return sources !== null && this.isReadOff(sources, known, happening, viewer);
    };
    about.roles.forEach((role, place) => isKnown(role, place) && known.add(place));
    return {
      whole: about.roles.every(([, , isOpen], place) => !isOpen || known.has(place)),
      roles: roles.map((number, place) => (known.has(place) ? number : this.tables.unknown)),
    };
  }

  /** Whether a player saw all that a computed role is read from, before the event. */
  isReadOff([named, facts], known, { roles, boundIn }, viewer) {
    const sight = this.sight(boundIn, viewer);
    const isShown = ([first, count, of]) => {
      const start = first + (of === null ? 0 : roles[of] * count);
      if (start < first) return true; // of nothing
      return sight.slice(start, start + count).every((number, n) => number === boundIn[start + n]);
    };
    return named.every((place) => known.has(place)) && facts.every(isShown);
  }

  sight(state, viewer) {
    if (!this.sights.has(viewer)) this.sights.set(viewer, new Map());
    const sights = this.sights.get(viewer);
    if (!sights.has(state)) sights.set(state, this.match.engine.view(state, viewer));
    return sights.get(state);
  }

  seen(spans, viewer) {
    return spans.map(([old, now]) => [this.sight(old, viewer), this.sight(now, viewer)]);
  }

  /** What changed in any of these spans, by its first slot, with its last value. */
  changes(spans) {
    const changes = new Map();
    for (const [old, now] of spans) {
      for (const [first, count] of this.table.facts) {
        for (let slot = first; slot < first + count; slot++) {
          if (now[slot] === old[slot]) continue;
          changes.set(first, now.slice(first, first + count).join());
          break;
        }
      }
    }
    return changes;
  }

  /** Whether nothing was hidden from the player whose sights these are. */
  seesEverything(spans, sights) {
    const isSame = (truth, sight) => !this.changes([[truth, sight]]).size;
    return spans.every((span, n) => span.every((truth, end) => isSame(truth, sights[n][end])));
  }

  /** Whether a piece can be seen after, or before, if no other vanished; none can. */
  inSight([first, end], piece, sights) {
    const { unknown } = this.tables;
    const [before, after] = [sights[0][0], sights.at(-1)[1]].map((sight) => sight.slice(first, end));
    const vanished = [...before.keys()].filter((n) => before[n] !== unknown && after[n] === unknown);
    return piece < 0 || after[piece] !== unknown || (vanished.length === 1 && vanished[0] === piece);
  }

  // ----------------------------------------------------------------------- as numbers

  /** An event of an action as `Events` writes it. */
  event({ action, about }, roles) {
    const row = this.tables.events.length - this.tables.actions.length + action;
    return { row, values: roles.filter((_, place) => about.roles[place][1]) };
  }

  /** A report that is no event of an action, in the same way. */
  data(name, numbers) {
    const { sides } = this.tables;
    const of = (e, ...values) => ({ row: this.tables.events.findIndex((row) => row.e === e), values });
    const ofSide = (side) => [...sides.keys()].filter((player) => sides[player] === side);
    switch (name) {
      case "turn":
        return [numbers[1] < 0 ? of(name, numbers[0]) : of("additional turn", ...numbers)];
      case "card":
        return this.moved(numbers, of);
      case "lost":
        return ofSide(numbers[0]).map((player) => of("lose", player, numbers[1]));
      case "eliminated":
        return ofSide(numbers[0]).map((player) => of(name, player));
      default:
        return [of(name)];
    }
  }

  moved([card, before, after, gained, source, spent], of) {
    const come = after & ~before;
    const changed = come || before & ~after;
    const word = come ? (gained ? "power gained" : "power taken") : "power lost";
    const why = source < 0 ? 0 : this.table.causes[source][spent];
    const players = [...Array(this.tables.players).keys()].filter((player) => (changed >> player) & 1);
    return players.map((player) => of(word, player, card, why));
  }
}

/** Whether a player learns that a step was skipped: not if an action is secret. */
function tellsSkipping([player, secret], viewer) {
  return player === viewer || !secret;
}

/** Whether a change gives a role away: `level(role) := …` seen, `… := role` shown. */
function isAssigned(role, { about, roles, places }, noticed, shown) {
  const isTold = ([first, of, written], n) => {
    const fact = first + places[n];
    if (places[n] < 0) return false;
    return (noticed.has(fact) && of.includes(role)) || (shown.has(fact) && role === written);
  };
  const isPlaced = ([first, piece, written]) =>
    role === written && roles[piece] >= 0 && shown.has(first + roles[piece]);
  return about.telling.some(isTold) || about.placing.some(isPlaced);
}

export { EVERYBODY, Learning, Tracer };
