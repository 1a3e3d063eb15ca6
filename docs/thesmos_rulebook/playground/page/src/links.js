/** Links that hold everything, and folders to download. */

const FORMAT = "1";
const MOST = 4_000_000; // bytes that a link may unpack to: a short one could unpack to gigabytes

const squeezed = async (text) => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

const unsqueezed = async (text) => {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const parts = [];
  let size = 0;
  for await (const part of chunks(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")))) {
    size += part.length;
    if (size > MOST) throw new Error(`links of more than ${MOST} bytes are not read`);
    parts.push(part);
  }
  return new Blob(parts).text();
};

/** The chunks of a stream; not every browser can go through it by itself. */
async function* chunks(stream) {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const areTexts = (value) => isObject(value) && Object.values(value).every(isText);
// A download has the files at their names, which must not lead out of its folder.
const isInside = (file) => !/^\/|\\|:|\0/.test(file) && !file.split("/").includes("..");

/** Whether contents are such as `share` packs; strangers may have packed anything. */
function isShared({ game, file = "", files, powers = [], mode = "", options = {}, position = null }) {
  return [game, file, mode].every(isText) && areTexts(files) && Object.keys(files).every(isInside) && areTexts(options) &&
    Array.isArray(powers) && powers.every((power) => power === null || isText(power)) && (position === null || isObject(position));
}

/** The part of an address after `#` for what is on the page. */
const linkOf = async (contents) => `${FORMAT}.${await squeezed(JSON.stringify(contents))}`;

/** What a link holds; null if the address has no link. Throws an Error if it can't be read. */
async function fromLink(hash) {
  const [format, data] = hash.replace(/^#/, "").split(".");
  if (data === undefined) return null;
  if (format !== FORMAT) throw new Error(`links of format ${format} are not known`);
  const contents = JSON.parse(await unsqueezed(data));
  if (!isObject(contents) || !isShared(contents)) throw new Error("this is not what links hold");
  return contents;
}

const TABLE = Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});

function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** A ZIP file, not compressed. files: texts by path. */
function zipped(files) {
  const [encoder, parts, list] = [new TextEncoder(), [], []];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [encoder.encode(path), encoder.encode(text)];
    // Version 2.0, names in UTF-8, stored, 1 January 1980.
    const shared = [20, 0, 0, 8, 0, 0, 0, 0, 33, 0, ...numbers(4, checksum(content), content.length, content.length)];
    const head = [80, 75, 3, 4, ...shared, ...numbers(2, name.length, 0)];
    parts.push(new Uint8Array(head), name, content);
    list.push(new Uint8Array([80, 75, 1, 2, 20, 0, ...shared, ...numbers(2, name.length, 0, 0, 0, 0), ...numbers(4, 0, offset)]), name);
    offset += head.length + name.length + content.length;
  }
  const size = list.reduce((sum, part) => sum + part.length, 0);
  const count = Object.keys(files).length;
  const end = [80, 75, 5, 6, ...numbers(2, 0, 0, count, count), ...numbers(4, size, offset), 0, 0];
  return new Blob([...parts, ...list, new Uint8Array(end)], { type: "application/zip" });
}

/** Numbers as bytes, the lowest first. */
const numbers = (width, ...values) => values.flatMap((value) => Array.from({ length: width }, (_, n) => (value >>> (8 * n)) & 255));

export { fromLink, linkOf, zipped };
