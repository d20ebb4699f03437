import { mediaTypeOf } from '@tomekeeper/contracts-document';

/** What the name and type of a file say that it is; its first bytes decide. */
export type ClaimedFormat =
  'pdf' | 'docx' | 'odt' | 'rtf' | 'epub' | 'markdown' | 'html' | 'text' | 'doc';

const BY_ENDING: Record<string, ClaimedFormat> = {
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  odt: 'odt',
  ott: 'odt',
  rtf: 'rtf',
  epub: 'epub',
  md: 'markdown',
  markdown: 'markdown',
  mdown: 'markdown',
  mkd: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  txt: 'text',
  text: 'text',
  asc: 'text',
  log: 'text',
  // Word's older format is not read; many a file of that name is RTF, HTML or plain text.
  doc: 'doc',
};

const BY_TYPE: Record<string, ClaimedFormat> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template': 'docx',
  'application/vnd.ms-word.document.macroenabled.12': 'docx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'odt',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
  'application/epub+zip': 'epub',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'application/msword': 'doc',
};

/** The ending of its name first: browsers name types by it, and many know no Markdown. */
export function claimedFormat(file: {
  name: string;
  contentType: string;
}): ClaimedFormat | undefined {
  const ending = /\.([^.]+)$/.exec(file.name.toLowerCase())?.[1] ?? '';
  return (
    (Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined) ??
    BY_TYPE[mediaTypeOf(file.contentType)]
  );
}

const WITH_SECRETS: readonly (ClaimedFormat | undefined)[] = [
  'markdown',
  'html',
  'docx',
  'odt',
  'rtf',
  'epub',
];

/** Whether the text of a file of this type and name may be in secret markup, which is known once it is extracted. */
export const mayHoldSecrets = (file: { name: string; contentType: string }): boolean =>
  WITH_SECRETS.includes(claimedFormat(file));

/** Whether a file of this type and name is read at all, found without opening it. */
export const holdsText = (file: { name: string; contentType: string }): boolean =>
  claimedFormat(file) !== undefined;
