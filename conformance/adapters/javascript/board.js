/**
 * The board: 25 spaces, numbered 0 to 24 in reading order from A1: A1 B1 C1 D1 E1 A2 … E5.
 */

const COLUMNS = "ABCDE";
const SIZE = COLUMNS.length;

export const SPACES = Array.from({ length: SIZE * SIZE }, (_, space) => space);

const columnOf = (space) => space % SIZE;
const rowOf = (space) => Math.floor(space / SIZE);

/** @returns {number | undefined} The space there, undefined off the board. */
function spaceAt(column, row) {
  const inside = column >= 0 && column < SIZE && row >= 0 && row < SIZE;
  return inside ? row * SIZE + column : undefined;
}

const NEIGHBOURS = SPACES.map((space) =>
  SPACES.filter((other) => {
    const columns = Math.abs(columnOf(space) - columnOf(other));
    const rows = Math.abs(rowOf(space) - rowOf(other));
    return Math.max(columns, rows) === 1;
  }),
);

const NAMES = SPACES.map((space) => `${COLUMNS[columnOf(space)]}${rowOf(space) + 1}`);
const BY_NAME = new Map(NAMES.map((name, space) => [name, space]));

/** The up to eight spaces around one. */
export const neighboursOf = (space) => NEIGHBOURS[space];

/** As players write it: `A1` to `E5`. */
export const nameOf = (space) => NAMES[space];

/** @returns {number | undefined} The space of that name, undefined if there is none. */
export const spaceNamed = (name) => BY_NAME.get(name);

/**
 * The space that comes next on the straight line through two neighbours.
 * @returns {number | undefined} undefined where the line leaves the board
 */
export function straightOn(from, to) {
  return spaceAt(2 * columnOf(to) - columnOf(from), 2 * rowOf(to) - rowOf(from));
}
