import type { ClaimedFormat } from '../../file-formats';
import { decode } from '../decode';
import type { Out } from '../out';
import { Refused } from '../refused';
import { readDocx } from './docx';
import { readEpub } from './epub';
import { declaredCharset, readHtml } from './html';
import { readMarkdown } from './markdown';
import { readOdt } from './odt';
import type * as ReadPdf from './pdf/read-pdf';
import { readPlainText } from './plain-text';
import { readRtf } from './rtf';
import { Zip } from './zip';

/** What begins an OLE file: Word's older format, and the newer one locked with a password. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const HEAD = 1024;
const HTML = /^[\s\ufeff\u00ef\u00bb\u00bf]*<(!doctype html|html)\b/i;

/**
 * Reads a file as what its bytes are, whatever it is called.
 * @throws {Refused} when it has no text to give
 */
export async function readFile(file: Buffer, claimed: ClaimedFormat, out: Out): Promise<void> {
  const head = file.subarray(0, HEAD).toString('latin1');
  if (file.subarray(0, 4).equals(OLE))
    throw new Refused(file.includes('EncryptedPackage', 'utf16le') ? 'locked' : 'unsupported');
  if (head.includes('%PDF-')) {
    // Half of what a child needs to start, and most files are no PDF.
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() wants the ending of a built file, and tests run the sources
    const { readPdf } = require('./pdf/read-pdf') as typeof ReadPdf;
    return readPdf(file, out);
  }
  const isRtf = /^\s*\{\\rt/.test(head);
  const isHtml = claimed === 'html' || HTML.test(head);
  if (head.startsWith('PK') || isRtf || (isHtml && claimed !== 'markdown')) out.searchSecrets();
  if (head.startsWith('PK')) return readZip(new Zip(file), out);
  if (isRtf) return readRtf(file, out);
  if (claimed !== 'text' && claimed !== 'markdown' && claimed !== 'html' && isBinary(file))
    throw new Refused('damaged');
  if (claimed === 'markdown') return readMarkdown(decode(file), out);
  if (isHtml) return readHtml(decode(file, declaredCharset(head)), out);
  return readPlainText(decode(file), out);
}

function readZip(zip: Zip, out: Out): void {
  const type = zip.text('mimetype')?.trim() ?? '';
  if (type === 'application/epub+zip' || zip.has('META-INF/container.xml'))
    return readEpub(zip, out);
  if (type.startsWith('application/vnd.oasis.opendocument.text')) return readOdt(zip, out);
  if (zip.has('word/document.xml') || isWord(zip)) return readDocx(zip, out);
  throw new Refused('unsupported');
}

/** The parts of a Word file may have other names. */
const isWord = (zip: Zip): boolean =>
  /wordprocessingml\.document\.main|ms-word\.document/.test(zip.text('[Content_Types].xml') ?? '');

const isBinary = (file: Buffer): boolean => file.subarray(0, HEAD).includes(0);
