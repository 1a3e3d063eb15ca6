/** A search in a worker, so that a page stays alive, or a server answers, while it thinks. */

import { taken } from "./choices.js";
import { searched } from "./searching.js";
import { stateOf } from "./state.js";
import { UsageError, refuse } from "./usage.js";

/** What runs in the worker: it has a match of its own, and searches what it is asked. */
function answerIn(library, receive, send) {
  let match;
  receive(async ({ id, modules, saved, options }) => {
    try {
      if (modules) match = library.matchOf(modules.module, null, modules.tables);
      else send({ id, choice: library.searched((await match).fromJSON(saved), options) });
    } catch (error) {
      send({ id, error: error.message, hint: error.hint });
    }
  });
}

/** The program of a worker in a page; in Node.js, the same with other names for receiving and sending. */
const inPages = (source) => `(${answerIn})((${source})(), (answer) => (onmessage = ({ data }) => answer(data)), postMessage);`;
const inNode = (source) => `const { parentPort } = require("node:worker_threads");
(${answerIn})((${source})(), (answer) => parentPort.on("message", answer), (data) => parentPort.postMessage(data));`;

class SearchWorker {
  /** modules: {module, tables} of the match. source: of the function that returns the library. */
  constructor(match, modules, source) {
    this.match = match;
    this.waiting = new Map(); // by number, functions that settle a question
    this.number = 0;
    this.worker = this.begun(source);
    this.worker?.postMessage({ modules });
  }

  /** A worker; null where there are none, as in some browsers for pages that are opened as files. */
  begun(source) {
    try {
      if (typeof Worker === "undefined") return this.inNode(source);
      this.url = URL.createObjectURL(new Blob([inPages(source)], { type: "text/javascript" }));
      const worker = new Worker(this.url);
      worker.onmessage = ({ data }) => this.answered(data);
      worker.onerror = () => this.stopped();
      return worker;
    } catch {
      return null;
    }
  }

  inNode(source) {
    const threads = process.getBuiltinModule("node:worker_threads");
    const worker = new threads.Worker(inNode(source), { eval: true });
    worker.on("message", (data) => this.answered(data));
    worker.on("error", () => this.stopped());
    worker.unref(); // it need not be closed for the program to end
    return worker;
  }

  answered({ id, choice, error, hint }) {
    const settle = this.waiting.get(id);
    this.waiting.delete(id);
    if (!this.waiting.size) this.worker?.unref?.();
    if (error === undefined) settle?.resolve(choice);
    else settle?.reject(hint ? new UsageError(error, hint) : new Error(error));
  }

  /** The worker can't run: what it was asked is answered here. */
  stopped() {
    this.worker = null;
    for (const { question, resolve } of this.waiting.values()) resolve(searched(question.state, question.options));
    this.waiting.clear();
  }

  /** The choice that a search finds: a code, "skip" or "concede". options: as for `searchPlayer`. */
  search(state, options = {}) {
    stateOf(state, this.match).going();
    if (this.closed) refuse("this worker is closed", "make another one with searchWorker(match)");
    if (!this.worker) return Promise.resolve(searched(state, options));
    return new Promise((resolve, reject) => {
      const id = ++this.number;
      this.waiting.set(id, { resolve, reject, question: { state, options } });
      this.worker.ref?.();
      this.worker.postMessage({ id, saved: state.toJSON(), options });
    });
  }

  /** The state after the choice that a search finds. */
  async play(state, options = {}) {
    return taken(state, await this.search(state, options));
  }

  /** End the worker. What it was asked is never answered. */
  close() {
    this.closed = true;
    this.worker?.terminate();
    if (this.url) URL.revokeObjectURL(this.url);
    this.waiting.clear();
  }
}

export { SearchWorker };
