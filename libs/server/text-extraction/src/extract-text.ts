// Entry point of the process that extracts files, `@tomekeeper/text-extraction/extract`: loads all formats, but no contracts.

import { ExtractionError } from './extraction-error';
import type { FileFormat } from './file-format';
import { declaredCharset, extractHtml } from './html/html';
import { extractDocx } from './office/docx';
import { extractEpub } from './office/epub';
import { extractOdt } from './office/odt';
import { Zip } from './office/zip';
import type { ExtractionOptions } from './passages/extraction-event';
import { PassageWriter } from './passages/passage-writer';
import type * as Pdf from './pdf/pdf';
import { decode } from './text/decode';
import { parseMarkdown } from './text/markdown';
import { extractPlainText } from './text/plain-text';
import { extractRtf } from './text/rtf';

export { ExtractionError };

/** Signature of OLE files: Word's format before 2007, and encrypted Office files. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const HEAD_BYTES = 1024;
const HTML = /^[\s\ufeff\u00ef\u00bb\u00bf]*<(!doctype html|html)\b/i;

/**
 * Extracts the passages of a file. The first bytes of the file decide on its format; `format` decides only between text formats.
 * @throws {ExtractionError} when the file has no text or cannot be parsed
 */
export async function extractText(
  file: Buffer,
  format: FileFormat,
  { limits, emit }: ExtractionOptions,
): Promise<void> {
  const writer = new PassageWriter(limits, emit);
  try {
    await extractFormat(file, format, writer);
    writer.end();
  } catch (error) {
    const reason = error instanceof ExtractionError ? error.reason : 'damaged';
    throw new ExtractionError(reason, writer.hasSecrets, { cause: error });
  }
  if (!writer.hasText) throw new ExtractionError('no_text', writer.hasSecrets);
}

async function extractFormat(
  file: Buffer,
  format: FileFormat,
  writer: PassageWriter,
): Promise<void> {
  const head = file.subarray(0, HEAD_BYTES).toString('latin1');
  if (file.subarray(0, 4).equals(OLE))
    throw new ExtractionError(
      file.includes('EncryptedPackage', 'utf16le') ? 'locked' : 'unsupported',
    );
  if (head.includes('%PDF-')) {
    // pdf.js takes half of the start-up time, and most files are not PDFs.
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() needs the extension of a built file, but tests run the sources
    const { extractPdf } = require('./pdf/pdf') as typeof Pdf;
    return extractPdf(file, writer);
  }
  const isRtf = /^\s*\{\\rt/.test(head);
  const isHtml = format === 'html' || HTML.test(head);
  if (head.startsWith('PK') || isRtf || (isHtml && format !== 'markdown')) writer.searchSecrets();
  if (head.startsWith('PK')) return extractZip(new Zip(file), writer);
  if (isRtf) return extractRtf(file, writer);
  const isTextFormat = format === 'text' || format === 'markdown' || format === 'html';
  if (!isTextFormat && file.subarray(0, HEAD_BYTES).includes(0))
    throw new ExtractionError('damaged');
  const declared = format !== 'markdown' && isHtml ? declaredCharset(head) : undefined;
  const { text, isUncertain } = decode(file, declared);
  if (isUncertain) writer.warn('uncertain_encoding');
  if (format === 'markdown') return parseMarkdown(text, writer);
  return isHtml ? extractHtml(text, writer) : extractPlainText(text, writer);
}

function extractZip(zip: Zip, writer: PassageWriter): void {
  const type = zip.text('mimetype')?.trim() ?? '';
  if (type === 'application/epub+zip' || zip.has('META-INF/container.xml'))
    return extractEpub(zip, writer);
  if (type.startsWith('application/vnd.oasis.opendocument.text')) return extractOdt(zip, writer);
  if (zip.has('word/document.xml') || isWord(zip)) return extractDocx(zip, writer);
  throw new ExtractionError('unsupported');
}

/** Detects Word files whose main part has an unusual name. */
const isWord = (zip: Zip): boolean =>
  /wordprocessingml\.document\.main|ms-word\.document/.test(zip.text('[Content_Types].xml') ?? '');
