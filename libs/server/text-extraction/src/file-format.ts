import { mediaTypeOf } from '@tomekeeper/contracts-document';

export type FileFormat =
  | 'pdf'
  | 'docx'
  | 'odt'
  | 'rtf'
  | 'epub'
  | 'markdown'
  | 'html'
  | 'text'
  | 'doc';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** File extensions and media types of each format. */
const FORMATS: Record<FileFormat, string> = {
  pdf: 'pdf application/pdf',
  docx: `docx docm dotx ${WORD}.document ${WORD}.template application/vnd.ms-word.document.macroenabled.12`,
  odt: 'odt ott application/vnd.oasis.opendocument.text application/vnd.oasis.opendocument.text-template',
  rtf: 'rtf application/rtf text/rtf',
  epub: 'epub application/epub+zip',
  markdown: 'md markdown mdown mkd text/markdown text/x-markdown',
  html: 'html htm xhtml text/html application/xhtml+xml',
  text: 'txt text asc log text/plain',
  // Word's format before 2007 is unsupported, but many files of that name are RTF, HTML or plain text.
  doc: 'doc application/msword',
};

const BY_NAME = new Map(
  Object.entries(FORMATS).flatMap(([format, names]) =>
    names.split(' ').map((name) => [name, format as FileFormat]),
  ),
);

interface NamedFile {
  name: string;
  contentType: string;
}

/**
 * The format by file extension, else by media type: browsers derive the type from the extension, and many do not know Markdown.
 * @returns undefined for formats without text
 */
export function formatOf({ name, contentType }: NamedFile): FileFormat | undefined {
  const extension = /\.([^./]+)$/.exec(name.toLowerCase())?.[1] ?? '';
  return BY_NAME.get(extension) ?? BY_NAME.get(mediaTypeOf(contentType));
}

const WITHOUT_SECRETS: readonly (FileFormat | undefined)[] = ['pdf', 'text', 'doc', undefined];

/** Whether a file of this name and type can contain secret markup. */
export const mayHoldSecrets = (file: NamedFile): boolean =>
  !WITHOUT_SECRETS.includes(formatOf(file));

export const isExtractable = (file: NamedFile): boolean => formatOf(file) !== undefined;
