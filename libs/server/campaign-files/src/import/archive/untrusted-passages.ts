import { SECRET } from '@tomekeeper/markdown';
import { limitContent, mapContent, safeHref } from '@tomekeeper/text-extraction';
import { fitInNote, passageOfRecord } from '../../archive-format/passage-records';
import type { PassageRecord } from '../../archive-format/records';
import { itemHref, itemLink } from '../../item-link';
import type { TransferPassage } from '../../model';
import { cleanText } from '../../archive-format/clean-text';
import { ItemError } from './json';

/**
 * Passages of an archive with safe links and text, within the limits of notes.
 * @throws {ItemError}
 */
export function checkedPassages(
  records: readonly PassageRecord[],
  hasFile: (id: string) => boolean,
): TransferPassage[] {
  if (!fitInNote(records)) throw new ItemError('too_large');
  return records.map((record) => checkedPassage(passageOfRecord(record), hasFile));
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
