/**
 * A game that plays itself, until somebody stops it or takes a seat.
 *
 *     const showing = thesmosBoards.showing(element, settings) // those of a board: see board.js
 *     showing.play(), showing.stop()   // as while the page can be seen or not
 *
 * settings.draws: cards to begin with, of which each game deals others, if players can have any.
 */

import { Board } from "./board.js";
import { button, element } from "./elements.js";
import { PERSON, SEARCH } from "./session.js";
import { raised } from "./wording.js";

const BETWEEN = 1200; // milliseconds from one choice to the next
const AFTER = 5000; // milliseconds that the end of a game is shown
const TRIES = 50; // deals that may be refused, as some cards don't go together

class Showing {
  constructor(place, settings) {
    const { match } = settings;
    this.place = place;
    this.draws = settings.draws ?? [];
    this.table = element("div", { class: "play", inert: true });
    this.names = element("p", { class: "showing__names" });
    this.isStopped = false; // by a reader
    this.isPlaying = true;
    const seats = Array.from({ length: match.players }, () => SEARCH);
    this.board = new Board(this.table, { ...settings, seats, powers: this.dealt(match), pause: BETWEEN, changed: () => this.ended() });
    const { wording } = this.board;
    this.switch = button(wording.phrase("showing stop"), () => this.switched());
    const take = button(wording.phrase("showing take"), () => this.taken(), { class: "play__start" });
    this.bar = element("div", { class: "play showing__bar" }, take, this.switch);
    place.replaceChildren(this.names, this.table, this.bar);
    this.name();
  }

  /** Cards for all players: others each time, that may be played together. */
  dealt(match) {
    if (!this.draws.length) return [];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const rest = [...this.draws];
      const draw = () => rest.splice(Math.floor(Math.random() * rest.length), 1)[0] ?? null;
      const powers = Array.from({ length: match.players }, draw);
      try {
        match.check(powers, {});
        return powers;
      } catch {
        // the next ones
      }
    }
    return Array.from({ length: match.players }, () => null);
  }

  /** Say who plays, with which cards. */
  name() {
    const { powers, wording, match } = this.board;
    const players = Array.from({ length: match.players }, (_, n) => {
      const card = powers[n] ? `: ${wording.card(powers[n])}` : "";
      return element("span", { class: `play__player play__player--${n + 1}` }, `${raised(wording.player(n + 1))}${card}`);
    });
    this.names.replaceChildren(...players);
  }

  /** A game is over: begin another one. */
  ended() {
    this.next = setTimeout(() => {
      this.board.begin({ powers: this.dealt(this.board.match) });
      this.name();
      if (!this.isPlaying) this.board.hold();
    }, AFTER);
  }

  play() {
    if (this.isPlaying || this.isStopped || this.isTaken) return;
    this.isPlaying = true;
    if (this.board.session.decides) this.board.go();
  }

  stop() {
    if (!this.isPlaying || this.isTaken) return;
    this.isPlaying = false;
    this.board.hold();
  }

  /** The reader stops the game, or lets it go on. */
  switched() {
    this.isStopped = this.isPlaying;
    if (this.isPlaying) this.stop();
    else this.play();
    this.switch.textContent = this.board.wording.phrase(this.isStopped ? "showing go on" : "showing stop");
  }

  /** The reader takes the first seat of a new game. */
  taken() {
    const { board } = this;
    clearTimeout(this.next);
    this.isTaken = true;
    Object.assign(board.settings, { pause: undefined, changed: undefined });
    this.place.classList.add("showing--taken");
    this.place.replaceChildren(this.table);
    this.table.inert = false;
    board.begin({ powers: board.powers, seats: board.session.seats.map((_, n) => (n ? SEARCH : PERSON)) });
    board.status.focus();
  }
}

export { Showing };
