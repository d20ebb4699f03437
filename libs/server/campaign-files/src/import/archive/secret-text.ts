import type { InnerBlock } from '@tomekeeper/contracts-document';
import { rowsText, wordsOf } from '@tomekeeper/markdown';
import type { ExtractedPassage } from '@tomekeeper/text-extraction';

/** Titles of the callouts that the export adds; names of players are unknown here. */
const TITLE = /^(?:GM only|For .+)$/s;

/** Identifies a secret callout by its text, without such titles. */
export const secretText = ({ content }: ExtractedPassage): string =>
  (content.blocks ?? [])
    .filter((block) => block.kind !== 'heading' || !TITLE.test(textOf(block)))
    .map((block) => `${block.kind} ${textOf(block)}`)
    .join('\n')
    .normalize('NFC');

const textOf = ({ inlines = [], rows }: InnerBlock): string =>
  rows ? rowsText(rows) : wordsOf(inlines);
