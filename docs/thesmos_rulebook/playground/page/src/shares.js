/** Shares of won games with their intervals: as numbers, as text, and as a drawing. */

const Z = 1.96; // of an interval of 95 %
const SVG = "http://www.w3.org/2000/svg";

/** A share with its interval (Wilson's), as [share, low, high]. */
function share(wins, games) {
  const p = wins / games;
  const middle = (p + (Z * Z) / (2 * games)) / (1 + (Z * Z) / games);
  const half = (Z * Math.sqrt((p * (1 - p)) / games + (Z * Z) / (4 * games * games))) / (1 + (Z * Z) / games);
  return [p, middle - half, middle + half];
}

const percent = ([p, low, high]) => `${Math.round(100 * p)} % (${Math.round(100 * low)}–${Math.round(100 * high)})`;

/** Whether two shares differ for sure: 1 if the second is higher, -1 if it is lower, else 0. */
const compared = (before, now) => (now[1] > before[2] ? 1 : now[2] < before[1] ? -1 : 0);

/** The share of wins of a seat over several tables. played: results with the player of each. */
function over(played) {
  const wins = played.reduce((sum, { result, player }) => sum + result.wins[player - 1], 0);
  const games = played.reduce((sum, { result }) => sum + result.games, 0);
  return share(wins, games);
}

/** A drawing of a share with its interval, and of the one before, from 0 to 100 %. */
function bar(now, before) {
  const drawing = document.createElementNS(SVG, "svg");
  const line = (kind, x, width, y, height) => {
    const rect = document.createElementNS(SVG, "rect");
    for (const [key, value] of Object.entries({ class: kind, x: 100 * x, y, width: 100 * width, height })) rect.setAttribute(key, value);
    drawing.append(rect);
  };
  drawing.setAttribute("viewBox", "0 0 100 8");
  drawing.setAttribute("class", "bar");
  drawing.setAttribute("aria-hidden", "true");
  line("all", 0, 1, 2.5, 3);
  line("share", 0, now[0], 2.5, 3);
  line("interval", now[1], now[2] - now[1], 3.4, 1.2);
  if (before) line("before", before[0] - 0.004, 0.008, 0.5, 7);
  return drawing;
}

export { bar, compared, over, percent };
