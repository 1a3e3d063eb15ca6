/** Taking what is on the page elsewhere: links that hold everything, and folders. */

import { byId, element, toast } from "./elements.js";
import { allFiles, textOf } from "./files.js";
import { linkOf, zipped } from "./links.js";
import { page } from "./page.js";
import { hasMoved, hasSecrets, wholePosition } from "./table.js";
import { spoken, word } from "./words.js";

/** The link to what is on the page. position: that on the board, or null. */
const linkWith = (position) => linkOf({
  version: page.index.version, game: page.game.slug, file: page.file, files: Object.fromEntries(page.edited),
  ...page.seating, position,
});

const here = () => `${location.pathname}?${new URLSearchParams({ game: page.game.slug, language: spoken() })}`;

/** Keep all edits in the address of the page, so that nothing is lost when it is left or loaded again; what is hidden is only in links that are asked for. */
async function keepInAddress() {
  const { version } = page;
  const position = hasMoved() && !hasSecrets() ? wholePosition() : null;
  const link = page.edited.size ? `#${await linkWith(position)}` : "";
  if (version === page.version) history.replaceState(null, "", `${here()}${link}`);
}

/** Leave this game, with what was written, for another one; the way back leads here again. */
async function leave(slug) {
  if (page.edited.size) await keepInAddress();
  history.pushState(null, "", `${location.pathname}?${new URLSearchParams({ game: slug, language: spoken() })}`);
}

async function share() {
  const position = hasMoved() ? wholePosition() : null;
  history.replaceState(null, "", `${here()}#${await linkWith(position)}`);
  const warning = position && hasSecrets() ? ` ${word("link tells")}` : "";
  try {
    await navigator.clipboard.writeText(location.href);
    toast(word("copied", { n: location.href.length }) + warning);
  } catch {
    toast(word("copy this") + warning);
  }
}

function download() {
  const folder = page.game.slug;
  const contents = Object.fromEntries(allFiles().map((file) => [`${folder}/${file}`, textOf(file)]));
  const link = element("a", { href: URL.createObjectURL(zipped(contents)), download: `${folder}.zip` });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Let the buttons of the page do it. */
function startSharing() {
  byId("share").onclick = share;
  byId("save").onclick = download;
}

export { keepInAddress, leave, startSharing };
