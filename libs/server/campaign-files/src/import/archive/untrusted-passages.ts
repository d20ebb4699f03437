import { NOTE_LIMITS, PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import { SECRET } from '@tomekeeper/markdown';
import { limitContent, mapContent, safeHref } from '@tomekeeper/text-extraction';
import { passageOfRecord } from '../../archive-format/passage-records';
import type { PassageRecord } from '../../archive-format/records';
import { itemHref, itemLink } from '../../item-link';
import type { TransferPassage } from '../../model';
import { cleanText } from './clean-text';
import { ItemError } from './json';

/**
 * Passages of an archive with safe links and text, within the limits of notes.
 * @throws {ItemError}
 */
export function checkedPassages(
  records: readonly PassageRecord[],
  hasFile: (id: string) => boolean,
): TransferPassage[] {
  let bytes = 0;
  return records.map((record) => {
    const passage = passageOfRecord(record);
    if (passage.text.length > PASSAGE_LIMITS.textLength) throw new ItemError('too_large');
    bytes += Buffer.byteLength(passage.text);
    if (bytes > NOTE_LIMITS.textBytes) throw new ItemError('too_large');
    return checkedPassage(passage, hasFile);
  });
}

function checkedPassage(
  { picture, audience, ...passage }: TransferPassage,
  hasFile: (id: string) => boolean,
): TransferPassage {
  const content = mapContent(passage.content, ({ text, href, ...marks }) => {
    const safe = href === undefined ? undefined : safeLink(href);
    return { text: cleanText(text), ...marks, ...(safe !== undefined && { href: safe }) };
  });
  const text = cleanText(passage.text);
  const readers = audience ?? (content.label === SECRET ? 'gm' : undefined);
  return {
    ...passage,
    text,
    content: limitContent(content, text),
    ...(picture !== undefined && hasFile(picture) && { picture }),
    ...(readers !== undefined && { audience: readers }),
  };
}

/** Ids of this campaign have no place in an archive. */
function safeLink(href: string): string | undefined {
  const item = itemLink(href);
  if (item) return itemHref(item);
  return href.trim().startsWith('#') ? undefined : safeHref(href);
}
