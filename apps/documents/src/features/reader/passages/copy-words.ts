import { copyText } from '@tomekeeper/ui/copyable-text';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { viewerPath } from '../../documents-api/viewer-path';
import type { Passage } from '../../documents-api/passages-api';

/** Where a passage opens, for everybody: it says nothing of whose eyes it was seen with. */
export const passageAddress = (document: Pick<Document, 'campaign' | 'id'>, passage: string) =>
  `${window.location.origin}${viewerPath(document, undefined)}#p-${encodeURIComponent(passage)}`;

/** The words of a passage as one quotes them, with where they stand. */
export function withSource(document: Document, { id, text, page }: Passage): string {
  const from = page === undefined ? nameOf(document) : `${nameOf(document)}, page ${page}`;
  return `${text}\n\n— ${from}\n${passageAddress(document, id)}`;
}

/** @returns whether the browser let us */
export async function copyWords(words: string): Promise<boolean> {
  const place = document.createElement('textarea');
  place.value = words;
  place.readOnly = true;
  const active = document.activeElement;
  try {
    return await copyText(words, () => {
      document.body.append(place);
      place.select();
    });
  } finally {
    place.remove();
    if (active instanceof HTMLElement) active.focus({ preventScroll: true });
  }
}
