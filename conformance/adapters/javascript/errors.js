/** What can be wrong with a request. */

/** It speaks of something that this implementation does not do. */
export class Unsupported extends Error {}

/** It can't be understood. */
export class Malformed extends Error {}

/** One of its choices is not on offer. */
export class Refused extends Error {
  /** @param {number} choice - its place among the choices, from 0 */
  constructor(choice) {
    super(`choice ${choice} is not on offer`);
    this.choice = choice;
  }
}
