import { takeBackAnswer, type TakeBackAnswer } from '@tomekeeper/contracts-document';

/** The response to an undo. An unreadable body is no failure of the undo. */
export const takenBack = takeBackAnswer.optional().catch(undefined);

/** What was written meanwhile is given to nobody: a sentence behind the message, where there is such. */
export const keptInWords = ({ kept }: Partial<TakeBackAnswer> = {}): string =>
  !kept
    ? ''
    : ` ${kept === 1 ? '1 passage written since stays' : `${kept} passages written since stay`} GM only.`;
