/**
 * An image of Python's memory, kept by the browser: the next visit goes on from it, and need not start
 * Python, import Thesmos and check the game. Where none can be kept or used, Python starts as usual.
 */

const STORE = "thesmos-python";
const PIECE = 1 << 20; // bytes

/** name: what the image is made of, so that no other version of it is used. */
class Image {
  constructor(name) {
    this.address = new URL(`./python/${name}.image`, import.meta.url).href;
  }

  /** The bytes that were kept; null if there are none. */
  async read() {
    try {
      const kept = await (await caches.open(STORE)).match(this.address);
      return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
    } catch {
      return null;
    }
  }

  /** Keep bytes, and no others. Returns whether that was possible. */
  async keep(bytes) {
    try {
      await caches.delete(STORE);
      await (await caches.open(STORE)).put(this.address, new Response(bytes));
      return true;
    } catch {
      return false;
    }
  }

  async forget() {
    try {
      await caches.delete(STORE);
    } catch {
      // Nothing can be kept, so there is nothing to forget.
    }
  }
}

/** Options of `loadPyodide` to go on from an image. Its memory may have grown; Pyodide does not see to that. */
const goingOnFrom = (bytes) => ({
  _loadSnapshot: bytes,
  createPyodideModule: async (settings) => {
    const module = await (await import("./python/pyodide.asm.mjs")).default(settings);
    while (module.HEAP8.length < bytes.length) {
      if (!module._malloc(PIECE)) throw new Error("there is not enough memory for an image"); // which overwrites it
    }
    return module;
  },
});

export { Image, goingOnFrom };
