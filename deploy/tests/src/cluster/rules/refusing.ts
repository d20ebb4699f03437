import { semanticProblems } from '.';
import { summaryOf, type Tree } from './field-errors';
import { SOUND } from './sound-objects';

/** An object of any form, to be broken. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Broken = any;

export const soundObject = (kind: string): Broken => structuredClone(SOUND[kind]);

/** Declares a test for each way to break a sound object of a kind, with what the API server says of it. */
export function refuses(
  kind: string,
  cases: readonly (readonly [title: string, breakIt: (object: Broken) => void, said: string])[],
): void {
  it.each(cases)('refuse %s', (_, breakIt, said) => {
    const object = soundObject(kind);
    breakIt(object);
    expect(summaryOf(semanticProblems(object as Tree))).toContain(said);
  });
}
