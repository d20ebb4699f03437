import { takeBackAnswer, type TakeBackAnswer } from '@tomekeeper/contracts-document';

/** The response to an undo. An unreadable body does not fail the undo. */
export const takenBack = takeBackAnswer.optional().catch(undefined);

/** Sentence about passages written meanwhile, which an undo leaves GM only; empty without any. */
export const keptInWords = ({ kept }: Partial<TakeBackAnswer> = {}): string =>
  !kept
    ? ''
    : ` ${kept === 1 ? '1 passage written since stays' : `${kept} passages written since stay`} GM only.`;
