/** The board: the picture of a state, whose cells can be chosen by pointer and by keyboard. */

import { element, picture } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class Board {
  /** place: the element. chosen: called with an option's text; closed: with a cell that nothing leads
   * to, and the options before it; looked: with a cell under the pointer or focus, or null. */
  constructor(place, { chosen, closed, looked, say }) {
    Object.assign(this, { place, chosen, closed, looked, say });
    this.picked = [];
    this.focus = null;
  }

  /** A picture without a game behind it yet. */
  preview(text) {
    this.place.replaceChildren(picture(text));
  }

  show(shown) {
    this.shown = shown;
    this.picked = [];
    this.lit = new Set();
    this.draw();
  }

  /** The options that begin with the cells picked. */
  get open() {
    return this.shown.options.filter(({ cells }) => this.picked.every((cell, n) => cells[n] === cell));
  }

  /** The cells that go on from those picked. */
  get next() {
    return new Set(this.open.map(({ cells }) => cells[this.picked.length]).filter(Boolean));
  }

  draw() {
    const svg = picture(this.shown.picture);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", this.say("board"));
    const next = this.next;
    this.cells = new Map();
    for (const [name, [x, y, size]] of Object.entries(this.shown.cells)) {
      const cell = document.createElementNS(SVG, "rect");
      const inset = size / 20;
      const box = { x: x + inset, y: y + inset, width: size - 2 * inset, height: size - 2 * inset, rx: size / 8 };
      for (const [key, value] of Object.entries(box)) cell.setAttribute(key, value);
      const state = this.picked.includes(name) ? "picked" : next.has(name) ? "open" : "";
      cell.setAttribute("class", `cell ${state}`);
      cell.setAttribute("role", "button");
      cell.setAttribute("aria-label", state === "open" ? `${name}, ${this.say("can be chosen")}` : name);
      cell.setAttribute("tabindex", "-1");
      cell.dataset.cell = name;
      cell.onclick = () => this.choose(name, false);
      cell.onkeydown = (event) => this.key(event, name);
      cell.onpointerenter = () => this.looked(name);
      cell.onpointerleave = () => this.looked(null);
      cell.onfocus = () => this.looked(name);
      this.cells.set(name, cell);
      svg.append(cell);
    }
    this.place.replaceChildren(svg);
    const entry = this.cells.get(this.focus) ?? this.cells.get([...next][0]) ?? this.cells.values().next().value;
    entry?.setAttribute("tabindex", "0");
    if (this.focus !== null) entry?.focus();
    this.light(this.lit);
  }

  key(event, name) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(name, true);
    } else if (event.key === "Escape" && this.picked.length) {
      this.picked = [];
      this.draw();
    } else if (event.key in ARROWS) {
      event.preventDefault();
      const target = this.beside(name, ARROWS[event.key]);
      if (target === null) return;
      this.cells.get(name).setAttribute("tabindex", "-1");
      this.cells.get(target).setAttribute("tabindex", "0");
      this.cells.get(target).focus();
      this.focus = target;
    }
  }

  /** The nearest cell in a direction. */
  beside(name, [right, down]) {
    const [x, y] = this.shown.cells[name];
    let [nearest, least] = [null, Infinity];
    for (const [other, [left, top]] of Object.entries(this.shown.cells)) {
      const along = (left - x) * right + (top - y) * down;
      const aside = Math.abs((left - x) * down) + Math.abs((top - y) * right);
      const distance = along + 3 * aside;
      if (along > 0 && aside <= along && distance < least) [nearest, least] = [other, distance];
    }
    return nearest;
  }

  choose(name, byKey) {
    this.focus = byKey ? name : null;
    const before = this.open;
    if (this.next.has(name)) {
      this.picked.push(name);
      const open = this.open;
      if (open.length === 1 && open[0].cells.length === this.picked.length) this.chosen(open[0].text);
      else this.draw();
    } else if (this.shown.options.some(({ cells }) => cells[0] === name) && this.picked.length) {
      this.picked = [name];
      this.draw();
    } else {
      this.closed(name, before, this.picked);
    }
  }

  /** Light up cells. */
  light(names) {
    this.lit = new Set(names);
    for (const [name, cell] of this.cells ?? []) cell.classList.toggle("lit", this.lit.has(name));
  }
}

/** Buttons for the options that the board can't show, and for what is no option. */
function optionButtons(board, { say }) {
  const { shown, picked } = board;
  const loose = board.open.filter(({ cells }) => cells.length <= picked.length);
  const button = (text, choice) => element("button", { onclick: () => board.chosen(choice) }, text);
  return [
    ...loose.map(({ text }) => button(text, text)),
    ...(shown.skip ? [button(say("skip"), "skip")] : []),
    ...(shown.stuck ? [button(say("concede"), "concede")] : []),
  ];
}

export { Board, optionButtons };
