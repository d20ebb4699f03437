import type { ReactNode } from 'react';
import { DOCUMENT_KINDS } from '@tomekeeper/contracts-document';
import { iconShapes } from '@tomekeeper/ui/icon';
import { isNote, nameOf, type Document } from '../../documents-api/documents-api';

interface DocumentKind {
  /** Accessible name of the icon. */
  words: string;
  shape: ReactNode;
  types: RegExp;
  endings: readonly string[];
}

/** Notes have no content type and no extension. */
const NOTE: DocumentKind = {
  words: 'Note',
  shape: iconShapes.pencil,
  types: /(?!)/,
  endings: [],
};

/** In sort order. */
const KINDS: readonly DocumentKind[] = [
  NOTE,
  {
    words: 'PDF',
    shape: iconShapes.book,
    types: /^application\/pdf$/,
    endings: ['pdf', 'epub'],
  },
  {
    words: 'Text',
    shape: iconShapes.page,
    types: /^text\/(?!csv)|wordprocessing|msword|opendocument\.text|rtf/,
    endings: ['md', 'markdown', 'txt', 'doc', 'docx', 'odt', 'rtf', 'html', 'htm', 'tex'],
  },
  {
    words: 'Picture',
    shape: iconShapes.image,
    types: /^image\//,
    endings: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'svg', 'bmp', 'heic', 'tif', 'tiff'],
  },
  {
    words: 'Sound',
    shape: iconShapes.note,
    types: /^audio\//,
    endings: ['mp3', 'ogg', 'oga', 'opus', 'wav', 'flac', 'm4a', 'aac'],
  },
  {
    words: 'Film',
    shape: iconShapes.film,
    types: /^video\//,
    endings: ['mp4', 'webm', 'mov', 'mkv', 'avi', 'm4v'],
  },
  {
    words: 'Table',
    shape: iconShapes.table,
    types: /^text\/csv|spreadsheet|ms-excel/,
    endings: ['csv', 'xls', 'xlsx', 'ods', 'tsv'],
  },
  {
    words: 'Archive',
    shape: iconShapes.archive,
    types: /zip|x-tar|gzip|x-7z|x-rar/,
    endings: ['zip', 'gz', 'tar', '7z', 'rar'],
  },
];

const OTHER: DocumentKind = { words: 'File', shape: iconShapes.file, types: /^/, endings: [] };

/** Label of a kind in the API; empty for kinds of later service versions. */
export const labelOfKind = (kind: string): string[] =>
  DOCUMENT_KINDS.flatMap((one, at) => (one === kind ? (KINDS[at] ?? OTHER).words : []));

/** Kind in the API with a label. */
export const kindWithLabel = (label: string): string | undefined =>
  DOCUMENT_KINDS.find((kind) => labelOfKind(kind).includes(label));

/** Determined by a specific content type, else by the extension. */
export function kindOf(document: Document): DocumentKind {
  if (isNote(document)) return NOTE;
  const type = contentTypeOf(document);
  const ending = /\.([^.]+)$/.exec(nameOf(document))?.[1]?.toLowerCase() ?? '';
  return (
    KINDS.find(({ types }) => types.test(type)) ??
    KINDS.find(({ endings }) => endings.includes(ending)) ??
    OTHER
  );
}

/** Sort position of the kind. */
export const kindOrder = (document: Document): number => {
  const at = KINDS.indexOf(kindOf(document));
  return at < 0 ? KINDS.length : at;
};

/** Whether the server creates thumbnails for this type. */
export const mayHaveThumbnail = (document: Document): boolean =>
  /^image\/(png|jpe?g|gif|webp|avif)\b/i.test(contentTypeOf(document));

const contentTypeOf = ({ content_type }: Document): string => content_type ?? '';
