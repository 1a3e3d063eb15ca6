/**
 * A board on a page, which plays a match.
 *
 *     const board = thesmosBoards.board(element, {
 *       table,      // the table of the game in one language: boards/table.py
 *       match,      // a match, from thesmosBoards.matchOf(modules)
 *       modules,    // {module, tables}: the bytes of the module and the tables of the match
 *       powers,     // for each player a slug or null; only for a match of many cards
 *       setup,      // other cards, by word
 *       position,   // where to begin; by default the game's beginning
 *       moves,      // texts of choices to make at once
 *       seats,      // for each player "person", "search" or "random"; by default the first is a person
 *       seed,       // for chance and the computer
 *       root,       // the way to the root of the book's pages, for links; by default no links
 *       files,      // whether links lead to files, and not to folders
 *       name,       // what a link to a position has besides: the game and the mode
 *       tools,      // more buttons
 *       pause,      // milliseconds that a choice of the computer is shown before the next one
 *       changed,    // called with the board after each choice
 *       looked,     // called with a cell under the pointer or the focus, or null
 *       cards,      // cards that are dealt elsewhere: their `titles`, the `powers` of all players, and
 *                   // `deal`, which is called with other powers
 *       reasons,    // called with a state and a choice that is closed; returns a promise of elements
 *     });
 *     board.state    the present state, of the match
 *     board.moves    the texts of all choices
 *     board.deal(settings)  play on by another match, or in other words
 *     board.traced()        when the match got its tracer, if it had none: tell and explain from now on
 *     board.light(cells)    light up cells
 *     board.close()  when the element is used for something else
 */

import { Drawing, pictureOf } from "./drawing.js";
import { button, element, select } from "./elements.js";
import { Editor } from "./editor.js";
import { Grid } from "./grid.js";
import { Opponents } from "./opponents.js";
import { Paths, closed } from "./paths.js";
import { Seats } from "./seats.js";
import { CONCEDE, PERSON, RANDOM, SEARCH, SKIP, Session, hides } from "./session.js";
import { Wording, raised } from "./wording.js";

const PAUSE = 450; // the usual `pause`
const MOST_BUTTONS = 60; // options shown at once, where cells can be chosen first
const FEW = 8; // cells that are listed in a prompt
const LOGGED = 200; // choices in the list

class Board {
  constructor(place, settings) {
    this.place = place;
    this.settings = settings;
    this.equip();
    this.begin(settings);
  }

  /** Take up the match and the words of the settings. */
  equip() {
    const { settings } = this;
    if (this.match !== settings.match) {
      this.opponents?.close();
      this.opponents = new Opponents(settings.library, settings.source, settings.match, settings.modules);
    }
    this.match = settings.match;
    this.root = settings.root;
    this.wording = new Wording(settings.table);
    this.drawing = new Drawing(settings.table.drawing);
    const { boards } = this.drawing;
    this.grid = boards.length ? new Grid(this.drawing, this.wording, (cell) => this.clicked(cell), settings.looked) : null;
    this.build();
  }

  /**
   * Play on by another match or with other cards, or say the same in other words. settings: those that
   * differ; with another match or other cards, also where to begin, as in `begin`. Throws an Error if
   * that is not possible.
   */
  deal(settings) {
    const { match = this.match, powers = this.powers } = settings;
    const isSame = match === this.match && String(powers) === String(this.powers);
    const { chosen, asked } = this;
    this.turn = null;
    Object.assign(this.settings, settings);
    this.equip();
    if (isSame) this.relog();
    else this.begin(settings);
    if (!this.paths?.after(chosen).length) return;
    this.chosen = chosen;
    this.show();
    if (asked !== null && this.drawing.cells.has(asked) && !this.paths.next(chosen).has(asked)) this.explain(asked, this.drawing.cells);
  }

  /** Tell what was done so far, and answer what was asked: the match has its tracer now. */
  traced() {
    this.listChoices();
    this.settings.changed?.(this);
    if (this.editor) return;
    const { asked } = this;
    this.show();
    if (asked !== null) this.explain(asked, this.drawing.cells);
  }

  light(cells) {
    this.grid?.light(cells);
  }

  get state() {
    return this.session.state;
  }

  get moves() {
    return this.session.moves();
  }

  close() {
    this.turn = null;
    this.opponents.close();
    this.place.replaceChildren();
  }

  // -------------------------------------------------------------------------- a game

  /** Begin a game. Throws an Error if the cards or the position are not possible. */
  begin({ powers = [], setup = {}, position, moves = [], seats, seed = Date.now() % 2 ** 31 }) {
    const named = powers.some((slug) => slug) || this.match.powers.length ? powers : [];
    const first = position ? this.match.load(position, named, setup) : this.match.start(named, setup);
    const players = Array.from({ length: this.match.players }, (_, n) => (n ? SEARCH : PERSON));
    Object.assign(this, { powers: named, setup, position });
    this.session = new Session(this.settings.library, first, seats ?? this.session?.seats ?? players, seed);
    for (const text of moves) {
      const choice = this.settings.library.choiceOf(this.state, text);
      if (choice === undefined) break;
      this.session.take(choice);
    }
    this.viewer = this.session.people[0] ?? 1;
    this.thinking = this.covered = false;
    this.fresh = 0;
    this.listChoices();
    this.go();
  }

  /** Go on: let chance and the computer choose until a person has to. */
  async go() {
    const turn = (this.turn = {});
    const isOld = () => this.turn !== turn;
    this.chosen = [];
    this.fresh = this.fresh ?? 0;
    let shown = this.session.states.length;
    while (["chance", SEARCH, RANDOM].includes(this.session.decides)) {
      if (this.session.decides === "chance") {
        this.logged(this.session.draw());
        continue;
      }
      this.thinking = true;
      this.show();
      const asked = this.state;
      const started = Date.now();
      const choice = await this.opponents.choose(asked, this.session.decides, Number(this.session.random.next() >> 32n));
      if (shown < this.session.states.length) await new Promise((done) => setTimeout(done, (this.settings.pause ?? PAUSE) - (Date.now() - started)));
      if (isOld()) return;
      if (!this.session.people.length) this.fresh = this.session.states.length; // nobody chose since
      this.logged(this.session.take(choice));
      shown = this.session.states.length - 1;
    }
    this.thinking = false;
    const { decision } = this.state;
    const passes = decision && this.session.decides === PERSON && decision.player !== this.viewer;
    if (passes && this.session.people.some((player) => hides(this.state, player))) this.covered = true;
    if (decision && this.session.decides === PERSON) this.viewer = decision.player;
    this.show();
    this.settings.changed?.(this);
  }

  /** Let nobody choose on, until `go`. */
  hold() {
    this.turn = null;
  }

  /** A person's choice: a code, "skip" or "concede". */
  take(choice) {
    this.fresh = this.session.states.length;
    this.logged(this.session.take(choice));
    this.go();
  }

  /** Set a position up by hand, in place of the options, and play from there. */
  edit() {
    if (this.editor || this.thinking || this.covered) return;
    this.turn = null;
    this.editor = new Editor(this);
    this.options.replaceChildren(this.editor.element);
    this.editor.show();
  }

  undo() {
    const learner = this.session.undo();
    if (learner === undefined) return this.relog();
    const who = this.wording.player(learner);
    this.say(this.wording.phrase("undo stops", { who }));
  }

  redo() {
    if (!this.session.later.length) return;
    this.session.redo();
    this.relog();
  }

  relog() {
    this.fresh = this.session.states.length;
    this.listChoices();
    this.go();
  }

  // -------------------------------------------------------------------------- choosing by cells

  clicked(cell) {
    if (this.editor) return this.editor.clicked(cell);
    if (this.thinking || this.covered || this.session.decides !== PERSON) return;
    const paths = this.paths;
    const cells = this.drawing.cells;
    if (this.chosen.includes(cell) && !paths.next(this.chosen).has(cell)) {
      this.chosen = paths.settled([]);
    } else if (paths.next(this.chosen).has(cell)) {
      this.chosen = paths.settled([...this.chosen, cell]);
    } else if (paths.next([]).has(cell)) {
      this.chosen = paths.settled([cell]);
    } else {
      return this.explain(cell, cells);
    }
    const options = paths.after(this.chosen);
    const whole = options.length === 1 && options[0].path.length <= this.chosen.length;
    if (whole) this.take(options[0].option.code);
    else this.show();
  }

  /** Say why a cell can't be chosen. */
  async explain(cell, cells) {
    this.asked = cell;
    if (!this.match.tracer) return; // see `traced`
    const { state, wording } = this;
    const { code, findings } = closed(state, [...this.chosen, cell], cells);
    const next = this.paths.next(this.chosen);
    if (code === undefined && next.size) {
      const few = [...next].slice(0, FEW).join(", ");
      return this.say(wording.phrase("choose first", { cell, cells: next.size > FEW ? `${few} …` : few }));
    }
    const lines = wording.reasons(findings).map(({ text, id, link }) => {
      const target = link && this.root !== undefined ? element("a", { href: this.address(link) }, id) : element("code", {}, id);
      return element("li", {}, `${text} `, target);
    });
    const what = element("strong", {}, [...this.chosen, cell].join(" → "));
    this.say(what, lines.length ? element("ul", {}, ...lines) : ` ${wording.phrase("closed without reason")}`);
    if (!this.settings.reasons || code === undefined) return;
    const more = await this.settings.reasons(state, state.written(code, state.core("chooser"), state.seenBy(state.core("chooser"))).text);
    if (more && this.state === state) this.say(what, ...more);
  }

  /** Say something below the options. */
  say(...parts) {
    this.why.replaceChildren(...parts);
  }

  /** A page of the book as an address from this page. */
  address(link) {
    if (this.settings.files) return this.root + link.replace(".md", ".html");
    const index = location.protocol === "file:" ? "index.html" : "";
    return this.root + link.replace(/index\.md/, index).replace(/\.md/, `/${index}`);
  }

  /** A link to this page, which opens the present position after the same choices. */
  link() {
    const { powers, setup, position } = this;
    const data = { ...this.settings.name, powers, setup, position, moves: this.moves, seats: this.session.seats };
    return `${location.href.split("#")[0]}#play=${encodeURIComponent(JSON.stringify(data))}`;
  }

  /** Copy a link. It holds all choices: whoever copies it is told so where some of them were hidden. */
  async copyLink() {
    const { wording } = this;
    const link = this.link();
    const warning = this.session.hasSecrets() ? [element("p", {}, wording.phrase("link tells"))] : [];
    try {
      await navigator.clipboard.writeText(link);
      this.say(wording.phrase("copied"), ...warning);
    } catch {
      const field = element("input", { value: link, readonly: true, "aria-label": wording.phrase("copy link") });
      this.say(field, ...warning);
      field.select();
    }
  }

  // -------------------------------------------------------------------------- showing

  build() {
    const { wording } = this;
    this.seats = new Seats(this, this.settings.cards);
    this.status = element("p", { class: "play__status", role: "status", "aria-live": "polite", tabindex: -1 });
    this.why = element("div", { class: "play__why", "aria-live": "polite" });
    this.options = element("div", { class: "play__options" });
    this.figures = element("div");
    this.beside = element("dl", { class: "play__beside" });
    this.log = element("ol", { class: "play__log" });
    this.undoButton = button(wording.phrase("undo"), () => this.undo());
    this.redoButton = button(wording.phrase("redo"), () => this.redo());
    this.tools = element("div", { class: "play__tools" }, this.undoButton, this.redoButton,
      button(wording.phrase("play again"), () => this.begin({ ...this, moves: [] })),
      this.settings.name ? button(wording.phrase("copy link"), () => this.copyLink()) : null,
      button(wording.phrase("set up"), () => this.edit()),
      ...(this.settings.tools ?? []));
    this.editor = null;
    this.cover = element("div", { class: "play__cover", hidden: true });
    const left = element("div", { class: "play__left" }, this.status, this.grid?.element, this.cover, this.figures, this.beside);
    const right = element("div", { class: "play__right" }, this.options, this.why, this.tools,
      element("details", { open: true }, element("summary", {}, wording.phrase("moves so far")), this.log));
    this.place.classList.add("play--open");
    this.place.replaceChildren(this.seats.element, element("div", { class: "play__table" }, left, right));
  }

  show() {
    const hadFocus = this.place.contains(document.activeElement);
    this.showAll();
    // Whoever chooses by keys goes on from here: what they pressed may be gone.
    if (hadFocus && !this.place.contains(document.activeElement)) this.status.focus({ preventScroll: true });
  }

  showAll() {
    const { state, wording } = this;
    const decision = state.decision;
    const mine = decision && !this.thinking && !this.covered && this.session.decides === PERSON;
    this.seats.show();
    const view = state.view(this.viewer);
    this.why.replaceChildren();
    this.asked = null; // the cell that was asked about, why it is closed
    this.undoButton.disabled = this.thinking || !this.session.sinceChosen();
    this.redoButton.disabled = this.thinking || !this.session.later.length;
    this.cover.hidden = !this.covered;
    this.cover.replaceChildren();
    if (this.covered) return this.showCover(decision);
    this.paths = mine ? new Paths(decision, this.drawing.cells) : null;
    if (mine && !this.chosen.length) this.chosen = this.paths.settled([]);
    const position = view.position();
    if (this.grid) {
      const events = this.session.states.slice(this.fresh).flatMap((after) => this.learned(after));
      this.grid.element.removeAttribute("hidden");
      this.grid.show(position, {
        choosable: mine ? this.paths.next(this.chosen) : new Set(),
        chosen: this.chosen,
        changed: [],
        arrows: wording.arrows(events),
      });
    }
    this.showBeside(position, view.unseen);
    this.showStatus(decision, mine);
    this.showOptions(decision, mine);
  }

  seat(n, seat) {
    this.session.seats[n] = seat;
    this.covered = false;
    this.viewer = this.session.people[0] ?? 1;
    this.go();
  }

  showStatus(decision, mine) {
    const { wording } = this;
    if (!decision) {
      this.status.textContent = wording.result(this.state.result);
    } else if (mine) {
      const who = raised(wording.player(decision.player));
      const power = decision.power ? ` (${wording.card(decision.power)})` : "";
      const next = this.paths.next(this.chosen);
      const few = next.size <= FEW ? "choose a cell" : "choose of many cells";
      const hint = next.size
        ? wording.phrase(few, { cells: [...next].join(", "), count: next.size })
        : wording.phrase("choose an option");
      this.status.textContent = `${who}: ${wording.step(decision)}${power}. ${hint}`;
    } else {
      this.status.textContent = wording.phrase("thinking", { who: raised(wording.player(decision.player)) });
    }
  }

  showOptions(decision, mine) {
    const parts = [];
    if (mine) {
      const paths = this.paths.after(this.chosen);
      const whole = paths.filter(({ path }) => path.length <= this.chosen.length);
      const shown = this.paths.next(this.chosen).size ? whole : paths;
      const bare = this.tellApart(shown);
      parts.push(...shown.slice(0, MOST_BUTTONS).map(({ option }) => this.choice(option, bare)));
      if (paths.length > shown.length) parts.push(this.folded(paths.filter((path) => !shown.includes(path))));
      if (decision.maySkip) parts.push(button(this.wording.phrase("skip"), () => this.take(SKIP), { class: "play__skip" }));
      if (decision.deadEnd) parts.push(button(this.wording.phrase("concede"), () => this.take(CONCEDE)));
    }
    this.options.replaceChildren(...parts);
  }

  /** Options that are chosen by cells, in words, to be opened. */
  folded(paths) {
    const list = element("div", { class: "play__options" });
    const summary = element("summary", {}, this.wording.phrase("all options", { count: paths.length }));
    const fill = () => {
      if (list.childElementCount) return;
      list.append(...paths.map(({ option }) => this.choice(option)));
    };
    return element("details", { toggle: fill }, summary, list);
  }

  /** The button of an option: its words, after the drawings of what it is about. bare: without the words. */
  choice(option, bare = false) {
    const words = this.words(option);
    const label = bare ? { "aria-label": words, class: "play__bare" } : {};
    const choose = button(bare ? "" : words, () => this.take(option.code), { title: option.text, ...label });
    choose.prepend(...this.about(option).map((code) => pictureOf(code)));
    return choose;
  }

  /** The drawings of what an option is about. */
  about(option) {
    return Object.values(option.roles).flatMap((role) => this.wording.drawings([role]));
  }

  /** Whether the drawings alone tell options apart: those of one action, about one drawn thing each. */
  tellApart(paths) {
    const actions = new Set(paths.map(({ option }) => this.match.options.action(option.code).name));
    const drawn = ({ option }) => Object.keys(option.roles).length === 1 && this.about(option).length === 1;
    return actions.size === 1 && paths.length > 1 && paths.every(drawn);
  }

  words(option) {
    return this.wording.option(this.match.options.action(option.code), option);
  }

  showBeside(position, unseen) {
    const figures = [...this.drawing.tracks(position), ...this.drawing.rows(position)].map(({ key, drawn, size, texts }) => {
      const words = `${raised(this.wording.name(key))}: ${texts.map((text) => this.wording.name(text)).join(", ")}`;
      return pictureOf(drawn, words, size, "play__figure");
    });
    const rows = this.wording.beside(position, unseen).map(({ name, texts, written }) => {
      const drawn = this.wording.drawings(written);
      const parts = texts.map((text, n) =>
        n < drawn.length ? element("dd", { class: "play__drawn" }, pictureOf(drawn[n], text)) : element("dd", {}, text),
      );
      return element("div", {}, element("dt", {}, name), ...parts);
    });
    this.beside.replaceChildren(...rows);
    this.figures.replaceChildren(...figures);
  }

  showCover(decision) {
    const who = this.wording.player(decision.player);
    this.status.textContent = this.wording.phrase("pass on", { who });
    this.grid?.element.setAttribute("hidden", "");
    this.figures.replaceChildren();
    this.beside.replaceChildren();
    this.options.replaceChildren();
    this.log.hidden = true;
    const open = button(this.wording.phrase("uncover", { who }), () => {
      this.covered = false;
      this.log.hidden = false;
      this.relog();
    });
    this.cover.replaceChildren(open);
    open.focus();
  }

  // -------------------------------------------------------------------------- the list of choices

  /** The events on the way to a state that the person at the board learns of. */
  learned(state) {
    if (!this.match.tracer) return [];
    return state.eventsFor(this.match.tables.hidden ? this.viewer : "chance");
  }

  listChoices() {
    this.log.replaceChildren();
    this.session.states.slice(1).forEach((state) => this.logged(state));
  }

  logged(state) {
    if (!this.match.tracer) return; // see `traced`
    const { decision } = state.previous;
    const words = this.learned(state).map((event) => this.wording.event(event)).filter(Boolean);
    const choice = state.choiceFor(this.match.tables.hidden ? this.viewer : "chance");
    const text = words.length ? words.join("; ") : (choice ?? this.wording.phrase("unknown choice"));
    const who = raised(this.wording.player(decision.player));
    const line = element("li", { class: `play__by-${decision.player}`, title: choice ?? "" }, `${who}: ${text}.`);
    this.log.prepend(line);
    while (this.log.childElementCount > LOGGED) this.log.lastChild.remove();
  }
}

export { Board };
