import {
  getDocument,
  GlobalWorkerOptions,
  PDFDataRangeTransport,
  TextLayer,
  type PDFDocumentProxy,
} from 'pdfjs-dist';
import type { OpenedFile } from '../../use-opened-document';
import type { OpenedPdf, PdfPage, PdfTrouble } from './opened-pdf';
import { readPdfAsset } from './pdf-assets';
import { StoredFile } from './stored-file';

/** Size of the first range request, which covers most handouts completely. */
const FIRST_BYTES = 256 * 1024;
/** Granularity of later range requests; pdf.js joins adjacent ranges. */
const PART_BYTES = 64 * 1024;
/** Maximum canvas area in pixels; phones fail with larger ones. */
const MOST_PIXELS = 16_000_000;

GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).href;

class PdfError extends Error {
  override readonly name = 'PdfError';
  constructor(
    readonly trouble: PdfTrouble,
    cause: unknown,
  ) {
    super(trouble, { cause });
  }
}

/** Loads pdf.js assets from the files of this remote. */
class OwnFiles {
  fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    return readPdfAsset(filename);
  }
}

class StoreTransport extends PDFDataRangeTransport {
  constructor(
    private readonly stored: StoredFile,
    private readonly onTrouble: (error: unknown) => void,
    length: number,
    initialData: Uint8Array,
  ) {
    super(length, initialData);
  }
  override requestDataRange(begin: number, end: number): void {
    this.stored.part(begin, end).then(
      (chunk) => this.onDataRange(begin, chunk),
      (error: unknown) => this.onTrouble(error),
    );
  }
}

/**
 * Opens a PDF with range requests, so that only viewed parts are downloaded.
 * @param onTrouble called when a later range cannot be loaded
 * @throws {PdfError}
 */
export async function openPdf(
  file: OpenedFile,
  signal: AbortSignal,
  onTrouble: () => void,
): Promise<OpenedPdf> {
  const stored = new StoredFile(file, signal);
  const { bytes, length } = await stored.first(FIRST_BYTES).catch((error: unknown) => {
    throw new PdfError('unreachable', error);
  });
  if (length === 0) throw new PdfError('damaged', undefined);
  const unreachable = Promise.withResolvers<never>();
  // Prevents an unhandled rejection once the document is open.
  unreachable.promise.catch(() => undefined);
  const trouble = (error: unknown) => {
    if (signal.aborted) return;
    unreachable.reject(new PdfError('unreachable', error));
    onTrouble();
  };
  const task = getDocument({
    ...(bytes.length >= length
      ? { data: bytes }
      : { range: new StoreTransport(stored, trouble, length, bytes) }),
    rangeChunkSize: PART_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    enableXfa: false,
    useWorkerFetch: false,
    BinaryDataFactory: OwnFiles,
  });
  signal.addEventListener('abort', () => void task.destroy(), { once: true });
  try {
    return pagesOf(await Promise.race([task.promise, unreachable.promise]));
  } catch (error) {
    void task.destroy();
    if (error instanceof PdfError) throw error;
    throw new PdfError(isLocked(error) ? 'locked' : 'damaged', error);
  }
}

/** pdf.js does not export this error class. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException';

/** pdf.js appends a canvas for font measurements to the body, and relies on its own stylesheet to hide it. */
function hideMeasure(): void {
  for (const canvas of document.querySelectorAll<HTMLElement>('body > .hiddenCanvasElement'))
    canvas.hidden = true;
}

function pagesOf(pdf: PDFDocumentProxy): OpenedPdf {
  return {
    pages: pdf.numPages,
    async page(number): Promise<PdfPage> {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      return {
        size: { width, height },
        async draw(scale, signal) {
          const most = Math.sqrt(MOST_PIXELS / (width * height));
          const canvas = document.createElement('canvas');
          const viewport = page.getViewport({
            scale: Math.min(scale * window.devicePixelRatio, most),
          });
          canvas.width = Math.max(1, Math.floor(viewport.width));
          canvas.height = Math.max(1, Math.floor(viewport.height));
          const drawing = page.render({ canvas, viewport });
          signal.addEventListener('abort', () => drawing.cancel(), { once: true });
          try {
            await drawing.promise;
            return canvas;
          } catch (error) {
            if (signal.aborted) return undefined;
            throw error;
          }
        },
        async write(place, signal) {
          const text = new TextLayer({
            textContentSource: page.streamTextContent(),
            container: place,
            viewport: page.getViewport({ scale: 1 }),
          });
          signal.addEventListener('abort', () => text.cancel(), { once: true });
          const rendering = text.render().catch((error: unknown) => {
            if (!signal.aborted) throw error;
          });
          await rendering.finally(hideMeasure);
        },
        leave: () => void page.cleanup(),
      };
    },
  };
}
