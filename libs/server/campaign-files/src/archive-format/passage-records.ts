import { NOTE_LIMITS, PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import { rowsText, wordsOf } from '@tomekeeper/markdown';
import { mapContent } from '@tomekeeper/text-extraction';
import { itemLink } from '../item-link';
import type { TransferPassage } from '../model';
import { passageRecord, type PassageRecord } from './records';

/** @param hasItem whether the archive contains an item; links to others become text */
export function recordOfPassage(
  passage: TransferPassage,
  hasItem: (id: string) => boolean,
): PassageRecord {
  const { kind, depth, level, text, picture, audience } = passage;
  const content = mapContent(passage.content, ({ href, ...rest }) => {
    const link = itemLink(href);
    const isKept = href !== undefined && (!link || hasItem(link.id));
    return { ...rest, ...(isKept && { href }) };
  });
  const isText = !content.inlines && !content.rows && !content.blocks && kind !== 'divider';
  return passageRecord.parse({
    kind,
    depth,
    level,
    ...(kind === 'image' ? { alt: text } : {}),
    content: isText && kind !== 'image' ? { ...content, inlines: [{ text }] } : content,
    ...(picture !== undefined && hasItem(picture) && { picture }),
    audience,
  });
}

export function passageOfRecord(record: PassageRecord): TransferPassage {
  const { kind, depth, level, alt = '', content, picture, audience } = record;
  return {
    kind,
    depth,
    ...(level !== undefined && { level }),
    text: kind === 'image' ? alt : textOf(content),
    content,
    ...(picture !== undefined && { picture }),
    ...(audience !== undefined && { audience }),
  };
}

/** The plain text of content, as `PassageWriter` makes it. */
function textOf({ inlines = [], rows, blocks }: PassageRecord['content']): string {
  if (rows) return rowsText(rows);
  if (!blocks) return wordsOf(inlines);
  return blocks
    .map((block) => textOf(block))
    .filter((text) => text !== '')
    .join('\n');
}

/** Whether the text of passages is within the limits of a note. */
export function fitInNote(records: readonly PassageRecord[]): boolean {
  let bytes = 0;
  return records.every((record) => {
    const { text } = passageOfRecord(record);
    bytes += Buffer.byteLength(text);
    return text.length <= PASSAGE_LIMITS.textLength && bytes <= NOTE_LIMITS.textBytes;
  });
}
