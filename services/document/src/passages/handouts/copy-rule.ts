import { isSecret } from '../content/secret';

type Text = Parameters<typeof isSecret>[0];

interface WrittenText {
  written: Text;
  /** Undefined for a new passage. */
  before: Text | undefined;
  /** Whether the audience of the passage became GM only. */
  isNarrowed: boolean;
}

/** Whether handouts may copy the written text of a passage. The caller compares the audience classes of its sources. */
export const isCopied = ({ written, before, isNarrowed }: WrittenText): boolean =>
  !isNarrowed && (!isSecret(written) || (before !== undefined && isSecret(before)));
