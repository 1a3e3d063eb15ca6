/** The errors in requests. */

/** A request needs something that this implementation lacks. */
export class Unsupported extends Error {}

/** A request can't be understood. */
export class Malformed extends Error {}

/** A choice of a request is not on offer. */
export class Refused extends Error {
  /** @param {number} choice - its index among the choices, from 0 */
  constructor(choice) {
    super(`choice ${choice} is not on offer`);
    this.choice = choice;
  }
}
