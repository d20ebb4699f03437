import { mediaTypeOf } from '@tomekeeper/contracts-document';
import type { Document } from '../documents-api/documents-api';
import { isNote, nameOf } from '../documents-api/documents-api';

/** Selects the preview renderer. */
export type FileKind = 'image' | 'pdf' | 'audio' | 'video' | 'text' | 'other';

type FileFacts = Pick<Document, 'original_filename' | 's3_key' | 'content_type'>;

/** Content types that browsers report for unknown files. */
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

const ENDINGS: Readonly<Record<Exclude<FileKind, 'other'>, readonly string[]>> = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'svg'],
  pdf: ['pdf'],
  audio: ['mp3', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'wav', 'flac'],
  video: ['mp4', 'm4v', 'webm', 'ogv', 'mov'],
  text: ['txt', 'md', 'markdown', 'csv', 'tsv', 'json', 'yaml', 'yml', 'log'],
};

/** Content types shown as plain text; HTML and XML are excluded. */
const READ_AS_TEXT =
  /^(text\/(plain|(x-)?markdown|csv|tab-separated-values|(x-)?yaml)|application\/(json|yaml|x-yaml))$/;

/** Determined by the content type at upload, or by the extension if the browser did not know the type. */
export function fileKind(document: FileFacts): FileKind {
  const type = mediaTypeOf(document.content_type ?? '');
  if (UNKNOWN.has(type)) return kindByEnding(endingOf(document));
  if (type === 'application/pdf') return 'pdf';
  if (READ_AS_TEXT.test(type)) return 'text';
  const [family] = type.split('/', 1);
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'other';
}

function kindByEnding(ending: string): FileKind {
  const kinds = Object.keys(ENDINGS) as (keyof typeof ENDINGS)[];
  return kinds.find((kind) => ENDINGS[kind].includes(ending)) ?? 'other';
}

const KIND_WORDS: Readonly<Record<Exclude<FileKind, 'other'>, string>> = {
  image: 'Picture',
  pdf: 'PDF',
  audio: 'Sound',
  video: 'Video',
  text: 'Text',
};

/** Labels of other files by extension. */
const ENDING_WORDS: Readonly<Record<string, string>> = {
  doc: 'Word document',
  docx: 'Word document',
  odt: 'OpenDocument text',
  rtf: 'RTF text',
  epub: 'E-book',
  html: 'Web page',
  htm: 'Web page',
  xml: 'XML file',
  xls: 'Spreadsheet',
  xlsx: 'Spreadsheet',
  ods: 'Spreadsheet',
  ppt: 'Presentation',
  pptx: 'Presentation',
  odp: 'Presentation',
  zip: 'Archive',
  '7z': 'Archive',
  rar: 'Archive',
};

/** Label of the file type: 'PDF', 'Word document', 'TTF file'. */
export function kindInWords(document: FileFacts & Pick<Document, 'kind'>): string {
  if (isNote(document)) return 'Note';
  const kind = fileKind(document);
  const ending = endingOf(document);
  if (kind === 'text' && isMarkdown(document)) return 'Markdown';
  if (kind !== 'other') return KIND_WORDS[kind];
  return ENDING_WORDS[ending] ?? (ending ? `${ending.toUpperCase()} file` : 'File');
}

/** Whether the file is Markdown. */
export const isMarkdown = (document: FileFacts): boolean =>
  /markdown$/.test(mediaTypeOf(document.content_type ?? '')) ||
  ['md', 'markdown'].includes(endingOf(document));

/** Whether the text is prose rather than tabular or structured data. */
export const isProse = (document: FileFacts): boolean =>
  isMarkdown(document) ||
  !['csv', 'tsv', 'json', 'yaml', 'yml', 'log'].includes(endingOf(document));

/** Whether the file carries information beyond its text. */
export const looksOtherwise = (document: FileFacts & Pick<Document, 'kind'>): boolean => {
  if (isNote(document)) return false;
  const kind = fileKind(document);
  return kind === 'text' ? !isProse(document) : kind !== 'other';
};

const endingOf = (document: FileFacts): string =>
  /\.([a-z0-9]{1,8})$/i.exec(nameOf(document))?.[1]?.toLowerCase() ?? '';
