import { copyText } from '@tomekeeper/ui/copyable-text';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { viewerPath } from '../../documents-api/viewer-path';
import type { Passage } from '../../documents-api/passages-api';

/** Absolute URL of a passage, without the impersonated viewer. */
export const passageAddress = (document: Pick<Document, 'campaign' | 'id'>, passage: string) =>
  `${window.location.origin}${viewerPath(document, undefined)}#p-${encodeURIComponent(passage)}`;

/** The text of a passage as a quote with its source. */
export function withSource(document: Document, { id, text, page }: Passage): string {
  const from = page === undefined ? nameOf(document) : `${nameOf(document)}, page ${page}`;
  return `${text}\n\n— ${from}\n${passageAddress(document, id)}`;
}

/** Copies text to the clipboard. @returns whether the browser allowed it */
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
