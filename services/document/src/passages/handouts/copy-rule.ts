import { isSecret } from '../content/secret';

type Text = Parameters<typeof isSecret>[0];

interface WrittenText {
  written: Text;
  /** The text that the copy has; undefined for a new passage. */
  before: Text | undefined;
  /** Whether the audience of the passage became GM only. */
  isNarrowed: boolean;
}

/** Whether the copies of a passage in handouts get its written text, if its words come from passages with such copies. */
export const isCopied = ({ written, before, isNarrowed }: WrittenText): boolean =>
  !isNarrowed && (!isSecret(written) || (before !== undefined && isSecret(before)));
