import type { InnerBlock } from '@tomekeeper/contracts-document';
import { rowsText, SECRET, wordsOf } from '@tomekeeper/markdown';
import type { ExtractedPassage } from '@tomekeeper/text-extraction';
import { passageRuns } from '../../export/notes/note-markdown';
import type { TransferPassage } from '../../model';

/** Passages of a note that follow each other and that its Markdown shows as one secret callout. */
export function secretStretches(note: {
  isPublic: boolean;
  passages: readonly TransferPassage[];
}): TransferPassage[][] {
  const stretches: TransferPassage[][] = [];
  let last: TransferPassage[] | undefined;
  for (const { title, passages } of passageRuns(note, new Map()))
    for (const passage of passages) {
      if (title === undefined && passage.content.label !== SECRET) last = undefined;
      else if (last) last.push(passage);
      else stretches.push((last = [passage]));
    }
  return stretches;
}

/** Titles of the callouts that the export adds; names of players are unknown here. */
const TITLE = /^(?:GM only|For .+)$/s;

/** The text of a secret callout without such titles. */
export const stretchText = ({ content }: ExtractedPassage): string =>
  (content.blocks ?? [])
    .filter((block) => block.kind !== 'heading' || !TITLE.test(textOf(block)))
    .map((block) => `${block.kind} ${textOf(block)}`)
    .join('\n')
    .normalize('NFC');

const textOf = ({ inlines = [], rows }: InnerBlock): string =>
  rows ? rowsText(rows) : wordsOf(inlines);
