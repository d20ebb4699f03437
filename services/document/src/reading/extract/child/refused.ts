import type { Refusal } from '../answer-lines';

/** Why a file gives no text; thrown from wherever that is found out. */
export class Refused extends Error {
  constructor(readonly why: Refusal) {
    super(why);
  }
}
