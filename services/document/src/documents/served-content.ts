import type { ServedContent } from '../objects/object-store';

const TEXT = 'text/plain; charset=utf-8';
const SAVED = 'application/octet-stream';

/**
 * Types that a browser may show inline. None of these runs script, whatever bytes the file
 * holds; HTML, SVG and XML are not here on purpose, so they are only ever saved.
 */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'application/pdf'],
  ['image/png', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
  ['image/gif', 'image/gif'],
  ['image/webp', 'image/webp'],
  ['text/plain', TEXT],
  ['text/markdown', TEXT],
]);

/** Browsers name no type for some of these, so the ending has to do. */
const BY_ENDING: ReadonlyMap<string, string> = new Map([
  ['md', TEXT],
  ['markdown', TEXT],
  ['txt', TEXT],
  ['pdf', 'application/pdf'],
]);

/** Decides between showing and saving by the type given at upload, never by what is inside. */
export function servedContent(contentType: string, fileName: string): ServedContent {
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const shown = SHOWN.get(essence) ?? (essence === SAVED ? BY_ENDING.get(ending) : undefined);
  return {
    contentType: shown ?? SAVED,
    disposition: contentDisposition(shown ? 'inline' : 'attachment', fileName),
  };
}

/** RFC 6266: a plain name for old clients, the real one in UTF-8 for all others. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%]/g, '_');
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
