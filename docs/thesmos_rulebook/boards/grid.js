/** The boards of a position as a picture whose cells can be clicked, tapped, and walked with arrow keys. */

import { CELL, SVG } from "./drawing.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class Grid {
  /** choose: called with the name of a cell. looked: with one under the pointer or the focus, or null. */
  constructor(drawing, wording, choose, looked = () => {}) {
    this.drawing = drawing;
    this.wording = wording;
    this.choose = choose;
    this.corners = drawing.corners();
    this.element = document.createElementNS(SVG, "svg");
    this.element.setAttribute("class", "thesmos-board play__board");
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", wording.phrase("board of"));
    this.picture = this.element.appendChild(document.createElementNS(SVG, "g"));
    this.picture.setAttribute("aria-hidden", "true");
    this.places = new Map([...this.corners].map(([cell, corner]) => [cell, this.place(cell, corner)]));
    this.current = [...this.places.keys()].find((cell) => cell) ?? "";
    const cellOf = (event) => event.target.closest?.("[data-cell]")?.dataset.cell ?? null;
    for (const name of ["pointerover", "focusin"]) this.element.addEventListener(name, (event) => looked(cellOf(event)));
    for (const name of ["pointerleave", "focusout"]) this.element.addEventListener(name, () => looked(null));
    this.element.addEventListener("focusin", (event) => cellOf(event) && this.focusable(cellOf(event)));
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    this.element.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell) this.chosen(cell);
    });
  }

  place(cell, [x, y]) {
    const place = document.createElementNS(SVG, "rect");
    const set = { x, y, width: CELL, height: CELL, class: "play__cell", role: "button", tabindex: -1, "data-cell": cell };
    Object.entries(set).forEach(([name, value]) => place.setAttribute(name, value));
    return this.element.appendChild(place);
  }

  /** Show a position. choosable: cells; chosen: the cells chosen so far; changed: cells; arrows: pairs. */
  show(position, { choosable, chosen, changed, arrows }) {
    const marks = {};
    const mark = (cells, word) => cells.forEach((cell) => (marks[cell] ??= []).push(word));
    mark(changed, "changed");
    mark([...choosable], "target");
    const { inside, wide, tall, items } = this.drawing.draw(position, marks, arrows);
    this.element.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
    this.picture.innerHTML = inside;
    for (const [cell, place] of this.places) {
      const words = this.drawing.words(items.get(cell));
      const states = [
        ...(chosen.includes(cell) ? [this.wording.phrase("cell chosen")] : []),
        ...(choosable.has(cell) ? [this.wording.phrase("cell choosable")] : []),
      ];
      place.setAttribute("aria-label", [`${cell}: ${words || this.wording.phrase("cell empty")}`, ...states].join("; "));
      place.classList.toggle("play__cell--chosen", chosen.includes(cell));
      place.classList.toggle("play__cell--choosable", choosable.has(cell));
    }
    this.focusable(this.current);
  }

  light(cells) {
    const lit = new Set(cells);
    for (const [cell, place] of this.places) place.classList.toggle("play__cell--lit", lit.has(cell));
  }

  focusable(cell) {
    this.places.get(this.current)?.setAttribute("tabindex", -1);
    this.current = cell;
    this.places.get(cell)?.setAttribute("tabindex", 0);
  }

  chosen(cell) {
    this.focusable(cell);
    this.choose(cell);
  }

  focus() {
    this.places.get(this.current)?.focus({ preventScroll: true });
  }

  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.chosen(this.current);
    } else if (STEPS[event.key]) {
      event.preventDefault();
      this.focusable(this.neighbour(...STEPS[event.key]));
      this.places.get(this.current).focus();
    }
  }

  /** The nearest cell in a direction; the present one if there is none. */
  neighbour(dx, dy) {
    const [x, y] = this.corners.get(this.current);
    let [nearest, least] = [this.current, Infinity];
    for (const [cell, [cx, cy]] of this.corners) {
      const along = (cx - x) * dx + (cy - y) * dy;
      const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      const far = along + 2 * aside;
      if (along > 0 && aside <= along && far < least) [nearest, least] = [cell, far];
    }
    return nearest;
  }
}

export { Grid };
