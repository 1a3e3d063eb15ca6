/** Who sits at a board, and with which cards: lists above it. */

import { element, select } from "./elements.js";
import { PERSON, RANDOM, SEARCH } from "./session.js";
import { raised } from "./wording.js";

/** For each word of a set-up the first card that is not in use. */
function firstSetup(setup, used) {
  return Object.fromEntries(Object.entries(setup).map(([word, slugs]) => [word, slugs.find((slug) => !used.includes(slug))]));
}

/** The set-up that cards need beside themselves. */
function setupOf(match, powers) {
  const setup = {};
  for (const power of powers) {
    const needs = match.powers.find((other) => other.slug === power)?.setup ?? {};
    Object.assign(setup, firstSetup(needs, [...powers, ...Object.values(setup)]));
  }
  return setup;
}

class Seats {
  /** board: whose players sit here. cards: as `cards` of a board's settings. */
  constructor(board, cards) {
    this.board = board;
    this.cards = cards;
    this.element = element("div", { class: "play__controls" });
    this.shown = "";
  }

  show() {
    const { session, powers, setup, wording } = this.board;
    const signature = JSON.stringify([session.seats, powers, setup, this.cards?.powers]);
    if (signature === this.shown) return;
    this.shown = signature;
    const kinds = [[PERSON, "seat person"], [SEARCH, "seat search"], [RANDOM, "seat random"]];
    const words = kinds.map(([kind, phrase]) => [kind, wording.phrase(phrase)]);
    const players = session.seats.map((kind, n) => {
      const seat = select(raised(wording.player(n + 1)), words, kind, (value) => this.board.seat(n, value));
      return element("div", { class: `play__player play__player--${n + 1}` }, seat, this.cardChoice(n));
    });
    this.element.replaceChildren(...players);
  }

  /** A list of the cards that a player can have beside those of the others; null if there are none. */
  cardChoice(n) {
    const { wording, match } = this.board;
    const held = this.held();
    const slugs = this.cards
      ? this.cards.titles.map(([slug]) => slug)
      : match.powers.map(({ slug }) => slug).filter((slug) => slug === held[n] || this.fits(n, slug));
    if (!slugs.length) return null;
    const titles = new Map(this.cards?.titles);
    const choices = slugs.map((slug) => [slug, titles.get(slug) ?? wording.card(slug)]);
    const all = [["", wording.phrase("no card")], ...choices.sort(([, a], [, b]) => a.localeCompare(b))];
    return select(wording.phrase("card of"), all, held[n] ?? "", (slug) => this.deal(n, slug || null));
  }

  held() {
    return this.cards?.powers ?? this.board.powers;
  }

  fits(n, slug) {
    const { match } = this.board;
    const powers = this.board.powers.map((power, player) => (player === n ? slug : power));
    try {
      const { setup } = match.powers.find((power) => power.slug === slug) ?? { setup: {} };
      match.check(powers, firstSetup(setup, powers));
      return true;
    } catch {
      return false;
    }
  }

  /** Give a player a card, or none, and begin again. */
  deal(n, slug) {
    const powers = this.held().map((power, player) => (player === n ? slug : power));
    if (this.cards) return this.cards.deal(powers);
    try {
      this.board.begin({ powers, setup: setupOf(this.board.match, powers), moves: [] });
    } catch (error) {
      this.board.say(error.message);
    }
  }
}

export { Seats, setupOf };
