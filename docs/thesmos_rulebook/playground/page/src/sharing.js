/** Taking what is on the page elsewhere: links that hold everything, and folders. */

import { byId, element, toast } from "./elements.js";
import { allFiles, textOf } from "./files.js";
import { linkOf, zipped } from "./links.js";
import { page } from "./page.js";
import { hasMoved, hasSecrets, wholePosition } from "./table.js";
import { word } from "./words.js";

async function share() {
  const { seating } = page;
  const contents = {
    version: page.index.version, game: page.game.slug, file: page.file, files: Object.fromEntries(page.edited),
    ...seating, position: hasMoved() ? wholePosition() : null,
  };
  history.replaceState(null, "", `${location.pathname}#${await linkOf(contents)}`);
  const warning = contents.position && hasSecrets() ? ` ${word("link tells")}` : "";
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

export { startSharing };
