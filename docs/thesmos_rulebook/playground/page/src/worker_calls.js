/** Calls of a worker, with a limit for each: a worker that does not answer is replaced. */

class WorkerCalls {
  /**
   * address: of the worker's script. restart: called after one was stopped and replaced. type: "module",
   * or "classic".
   */
  constructor(address, restart = async () => {}, type = "module") {
    this.address = address;
    this.type = type;
    this.restart = restart;
    this.waiting = new Map();
    this.number = 0;
    this.start();
  }

  start() {
    this.worker = new Worker(this.address, { type: this.type });
    this.worker.onmessage = ({ data }) => this.answer(data);
    this.worker.onerror = (event) => this.stop(event.message ?? "the worker can't be loaded");
  }

  answer({ id, value, error, hint }) {
    const call = this.waiting.get(id);
    if (!call) return;
    this.waiting.delete(id);
    clearTimeout(call.timer);
    if (error === undefined) call.resolve(value);
    else call.reject(Object.assign(new Error(error), { hint }));
  }

  /** The value of a function of the worker. limit: milliseconds after which the worker is replaced. */
  call(name, values = [], limit = 60000) {
    return new Promise((resolve, reject) => {
      const id = ++this.number;
      const timer = setTimeout(() => this.replace(), limit);
      this.waiting.set(id, { resolve, reject, timer });
      this.worker.postMessage({ id, name, values });
    });
  }

  /** End the worker; every pending call fails. */
  stop(reason) {
    this.worker.terminate();
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(Object.assign(new Error(reason), { stopped: true }));
    }
    this.waiting.clear();
  }

  replace() {
    this.stop("stopped");
    this.start();
    this.restart();
  }
}

export { WorkerCalls };
