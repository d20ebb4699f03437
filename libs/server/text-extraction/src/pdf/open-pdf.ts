import path from 'node:path';
import './no-canvas';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ExtractionError } from '../extraction-error';
import type { OutlineEntry } from './layout/headings';
import type { PageText } from './layout/words';
import { PageReader } from './page-reader';
import { outlineOf } from './structure';

type Document = pdfjs.PDFDocumentProxy;

const MAX_PAGES = 20_000;
/** Larger images are not decoded. */
const MAX_PIXELS = 12_000_000;

export interface OpenPdf {
  pages: number;
  text: (page: number) => Promise<PageText>;
  outline: () => Promise<OutlineEntry[]>;
  hasImages: boolean;
  /** Opens the file again with its images; undefined without images. */
  withImages: () => Promise<Document | undefined>;
}

/** @throws {ExtractionError} when the file is encrypted or damaged */
export async function openPdf(file: Buffer): Promise<OpenPdf> {
  // pdf.js takes ownership of the buffer.
  const bytes = new Uint8Array(file);
  const document = await open(new Uint8Array(bytes), 1);
  if (document.numPages > MAX_PAGES) throw new ExtractionError('too_large');
  const reader = new PageReader(document);
  const hasImages = /\/Subtype\s*\/Image\b/.test(file.toString('latin1'));
  return {
    pages: document.numPages,
    text: (page) => reader.text(page),
    outline: () => outlineOf(document),
    hasImages,
    withImages: async () => (hasImages ? open(bytes, MAX_PIXELS) : undefined),
  };
}

async function open(data: Uint8Array, maxImageSize: number): Promise<Document> {
  const folder = path.dirname(require.resolve('pdfjs-dist/package.json'));
  try {
    return await pdfjs.getDocument({
      data,
      maxImageSize,
      isEvalSupported: false,
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      useWasm: false,
      enableXfa: false,
      verbosity: 0,
      cMapUrl: `${folder}/cmaps/`,
      standardFontDataUrl: `${folder}/standard_fonts/`,
    }).promise;
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new ExtractionError(isLocked ? 'locked' : 'damaged');
  }
}
