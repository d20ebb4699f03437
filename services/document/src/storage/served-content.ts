import { mediaTypeOf } from '@tomekeeper/contracts-document';
import type { ServedContent } from './object-store';

const TEXT = 'text/plain; charset=utf-8';
const SAVED = 'application/octet-stream';

/**
 * Types that a browser may show inline, none of which runs script, regardless of the bytes in the file. HTML, SVG and XML are
 * excluded: they are always downloaded.
 */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'application/pdf'],
  ...same('image', ['png', 'jpeg', 'gif', 'webp', 'avif', 'bmp']),
  ...same('audio', ['mpeg', 'mp4', 'aac', 'ogg', 'opus', 'wav', 'webm', 'flac']),
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
  ...same('video', ['mp4', 'webm', 'ogg', 'quicktime']),
  ['video/x-m4v', 'video/mp4'],
  ['text/plain', TEXT],
  ['text/markdown', TEXT],
]);

/**
 * Downloaded when opened directly, where it could run script; shown under its own type as an image in a page, where it
 * cannot.
 */
const SVG = 'image/svg+xml';

/** Browsers name no type for some of these, so the ending has to do. */
const BY_ENDING: ReadonlyMap<string, string> = new Map([
  ['md', TEXT],
  ['markdown', TEXT],
  ['txt', TEXT],
  ['pdf', 'application/pdf'],
  ['flac', 'audio/flac'],
  ['opus', 'audio/opus'],
  ['m4a', 'audio/mp4'],
  ['avif', 'image/avif'],
]);

/** Decides between inline and download by the type of the upload, never by the content. */
export function servedContent(contentType: string, fileName: string): ServedContent {
  const mediaType = mediaTypeOf(contentType);
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const shown = SHOWN.get(mediaType) ?? (mediaType === SAVED ? BY_ENDING.get(ending) : undefined);
  return {
    contentType: shown ?? (mediaType === SVG ? SVG : SAVED),
    disposition: contentDisposition(shown ? 'inline' : 'attachment', fileName),
  };
}

/** A re-encoded image. */
export const THUMBNAIL_CONTENT: ServedContent = {
  contentType: 'image/webp',
  disposition: 'inline; filename="thumbnail.webp"',
};

/** A re-encoded image of a text. */
export const PICTURE_CONTENT: ServedContent = {
  contentType: 'image/webp',
  disposition: 'inline; filename="picture.webp"',
};

/** Always a download, regardless of type. */
export function savedContent(fileName: string): ServedContent {
  return { contentType: SAVED, disposition: contentDisposition('attachment', fileName) };
}

/** Types that are served unchanged. */
function same(kind: string, subtypes: readonly string[]): [string, string][] {
  return subtypes.map((subtype) => [`${kind}/${subtype}`, `${kind}/${subtype}`]);
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
