/** Draws positions as SVG, by the table that render/drawing_table.py makes: it has all drawings. */

const SVG = "http://www.w3.org/2000/svg";
const CHIPS = 16; // from one chip in a cell to the next one
const [CELL, HALF] = [60, 30];

/** The part of a position at a path; undefined if there is none. */
function partOf(position, path) {
  return path.reduce((part, key) => (part && typeof part === "object" ? part[key] : undefined), position);
}

class Drawing {
  /** table: `drawing` of the table of a game. */
  constructor(table) {
    this.table = table;
    this.boards = table.boards;
    this.cells = new Map(this.boards.flatMap((board) => Object.keys(board.at).map((cell) => [cell, board])));
    this.patterns = new Map(
      table.entries.filter(({ pattern }) => pattern).map((entry) => [entry, new RegExp(entry.pattern)]),
    );
  }

  /** The items in each cell, as looks of the table; and the names of what lies face up. */
  items(position) {
    const cells = new Map([...this.cells.keys()].map((cell) => [cell, []]));
    const fronts = new Set();
    for (const entry of this.table.entries) {
      const value = partOf(position, entry.path);
      if (entry.front) for (const name of [value ?? []].flat()) fronts.add(name);
      else for (const [cell, text] of this.placed(entry, value)) cells.get(cell).push(this.item(entry, cell, text));
    }
    for (const things of cells.values()) for (const item of things) item.up = this.isUp(item, fronts);
    return cells;
  }

  isUp({ cell, text }, fronts) {
    return !this.table.turned || fronts.has(cell) || fronts.has(text);
  }

  item(entry, cell, text) {
    const [flat, chip, front, back, words] = entry.looks[text] ?? [0, 0, textDrawn(text), "", text];
    return { entry, cell, text, flat, chip, front, back, words };
  }

  /** What an entry has in cells: pairs of the cell and the text in it. */
  placed(entry, value) {
    if (value === undefined || value === null) return [];
    const on = this.boards.find(({ name }) => name === entry.board).at;
    const has = (cell) => Object.hasOwn(on, cell);
    if (entry.kind === "digits") {
      if (typeof value !== "string") return [];
      return this.order(entry.board).flatMap((cell, n) => ("-0?".includes(value[n] ?? "0") ? [] : [[cell, value[n]]]));
    }
    if (entry.kind === "map") return Object.entries(value).filter(([cell, text]) => has(cell) && text !== "");
    const several = [value].flat().filter((text) => typeof text === "string");
    if (entry.kind === "cells") return several.filter(has).map((cell) => [cell, ""]);
    const pattern = this.patterns.get(entry);
    return several.flatMap((text) => {
      const place = text.match(pattern)?.groups.place;
      return place && has(place) ? [[place, text.replace(place, "").trim()]] : [];
    });
  }

  /** The cells of a board in the order of digits in positions. */
  order(name) {
    return this.boards.find((board) => board.name === name).order;
  }

  /** A cell in words: what is in it. */
  words(items) {
    return items.map(({ words, up, entry }) => (up ? words : entry.name)).filter(Boolean).join(", ");
  }

  /** The boards of a position as one SVG text. marks: by cell, a list of words: target, changed, chosen. */
  draw(position, marks = {}, arrows = []) {
    const items = this.items(position);
    let [wide, tall] = [1, 0];
    const parts = this.boards.map((board) => {
      const [across, down] = board.size;
      const inside = Object.entries(board.at).map(([cell, [x, y]]) => {
        const inner = this.cell(items.get(cell), marks[cell] ?? []);
        const shrunk = board.shrunk ? `<g transform="${board.shrunk}">${inner}</g>` : inner;
        return `<g transform="translate(${x} ${y})">${shrunk}</g>`;
      });
      const drawn = arrows
        .filter(([from, to]) => board.at[from] && board.at[to] && from !== to)
        .map(([from, to]) => arrowDrawn(board.at[from], board.at[to]));
      const group = `<g transform="translate(0 ${tall})">${board.drawn}${inside.join("")}${drawn.join("")}</g>`;
      [wide, tall] = [Math.max(wide, across), tall + down];
      return group;
    });
    return { inside: parts.join(""), wide, tall, items };
  }

  cell(items, marks) {
    const drawn = ({ up, front, back }) => (up || !back ? front : back);
    const flat = items.filter((item) => item.flat).map(drawn);
    const chips = items.filter((item) => item.chip);
    const others = items.filter((item) => !item.flat && !item.chip).map(drawn);
    const shifted = chips.map((item, n) => `<g transform="translate(0 ${CHIPS * n})">${item.front}</g>`);
    const on = marks.map((mark) => this.table.marks[mark] ?? "");
    return [...flat, ...others, ...shifted, ...on].join("");
  }

  /** Numbers on the line of their values: for each its drawing, its size, and its value. */
  tracks(position) {
    return this.table.tracks.flatMap(({ key, size, drawn, on }) => {
      const value = String(position[key] ?? "");
      return on[value] ? [{ key, drawn: drawn + on[value], size, texts: [value] }] : [];
    });
  }

  /** What lies in overlapping rows: for each arrangement its drawing, its size, and the texts on it. */
  rows(position) {
    return this.table.rows.flatMap(({ key, by, layouts, fronts, down, marks }) => {
      const layout = layouts[by ? (position[by] ?? "") : ""];
      const lying = position[key] ?? {};
      const has = (part, place) => (Array.isArray(part) ? part.includes(place) : Object.hasOwn(part ?? {}, place));
      const marked = Object.entries(marks).map(([name, drawn]) => [position[name] ?? {}, drawn]);
      const taken = ([place]) => has(lying, place) || marked.some(([part]) => has(part, place));
      const drawn = (layout?.at ?? []).filter(taken).map(([place, x, y]) => {
        const flag = Object.keys(down).find((name) => name && has(position[name], place)) ?? "";
        const inside = [fronts[lying[place]] ?? down[flag], ...marked.map(([part, drawings]) => drawings[part[place]] ?? "")];
        return `<g transform="translate(${x} ${y})">${inside.join("")}</g>`;
      });
      const texts = (layout?.at ?? []).map(([place]) => lying[place]).filter((text) => fronts[text]);
      return drawn.length ? [{ key, drawn: drawn.join(""), size: layout.size, texts }] : [];
    });
  }

  /** The place of each cell in the picture: its corner. */
  corners() {
    const corners = new Map();
    let tall = 0;
    for (const { at, size } of this.boards) {
      for (const [cell, [x, y]] of Object.entries(at)) corners.set(cell, [x, y + tall]);
      tall += size[1];
    }
    return corners;
  }
}

const escaped = (text) => String(text).replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const textDrawn = (text) => `<text x="${HALF}" y="${HALF + 5}" font-size="14">${escaped(text)}</text>`;

/** A drawing as an element. words: what it shows; without, it is only for the eye. */
function pictureOf(code, words = "", size = [CELL, CELL], kind = "play__picture") {
  const picture = document.createElementNS(SVG, "svg");
  const set = { viewBox: `0 0 ${size.join(" ")}`, class: `thesmos-board ${kind}` };
  const read = words ? { role: "img", "aria-label": words } : { "aria-hidden": "true" };
  Object.entries({ ...set, ...read }).forEach(([name, value]) => picture.setAttribute(name, value));
  picture.innerHTML = words ? `<title>${escaped(words)}</title>${code}` : code;
  return picture;
}

/** An arrow from cell to cell that leaves the middle of both cells free. */
function arrowDrawn([x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const [ux, uy] = [dx / Math.hypot(dx, dy), dy / Math.hypot(dx, dy)];
  const at = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const [sx, sy] = [x1 + HALF + 12 * ux, y1 + HALF + 12 * uy];
  const [ex, ey] = [x2 + HALF - 17 * ux, y2 + HALF - 17 * uy];
  const [bx, by] = [ex - 9 * ux, ey - 9 * uy];
  const head = `M${at(ex, ey)}L${at(bx - 6 * uy, by + 6 * ux)}L${at(bx + 6 * uy, by - 6 * ux)}z`;
  return `<path class="arrow" d="M${at(sx, sy)}L${at(bx, by)}"/><path class="head" d="${head}"/>`;
}

export { CELL, Drawing, SVG, partOf, pictureOf };
