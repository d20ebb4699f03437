import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PassageWriter } from '../passages/passage-writer';
import { mirror, type PageSpace } from './page-space';
import { painted } from './shapes';
import type { OpenPdf } from './open-pdf';
import { toPng } from './png';
import type { Box } from './layout/words';

export interface PlacedImage {
  image: number;
  width: number;
  height: number;
  box: Box;
}

/** Milliseconds for the images of a file: a constant and a time per page. Further images are left out. */
const TIME = 5000;
const TIME_PER_PAGE = 15;
/** Minimum size in points. Smaller images are ornaments. */
const LEAST = 40;
const MOST_ON_A_PAGE = 30;
/** Images on more pages are ornaments. */
const ORNAMENT = 3;

interface ImageData {
  width: number;
  height: number;
  kind: number;
  data?: Uint8Array;
  ref?: string;
}

/** Images of pages from top to bottom. */
export async function imagesOf(
  pdf: OpenPdf,
  writer: PassageWriter,
): Promise<{ ofPage: (page: number, space: PageSpace) => Promise<PlacedImage[]> }> {
  const document = writer.wantsImages ? await pdf.withImages().catch(() => undefined) : undefined;
  let left = TIME;
  const times = new Map<string, number>();
  const ofPage = async (number: number, space: PageSpace): Promise<PlacedImage[]> => {
    left += TIME_PER_PAGE;
    if (!document || left < 0) return [];
    const start = Date.now();
    const found: PlacedImage[] = [];
    try {
      const page = await document.getPage(number);
      const operators = await page.getOperatorList();
      const viewport = page.getViewport({ scale: 1, rotation: space.rotation });
      for (const { operator, args, matrix } of painted(operators, viewport)) {
        if (operator !== OPS.paintImageXObject || found.length >= MOST_ON_A_PAGE) continue;
        const box = mirror(matrix.box(0, 0, 1, 1), space);
        if (box.right - box.left < LEAST || box.bottom - box.top < LEAST) continue;
        const data = await dataOf(page, String(args[0]));
        if (!data?.data) continue;
        if (data.ref) {
          const seen = (times.get(data.ref) ?? 0) + 1;
          times.set(data.ref, seen);
          if (seen > ORNAMENT) continue;
        }
        const png = toPng({ ...data, data: data.data });
        const image = png && writer.image(png);
        if (image === undefined) continue;
        const [width, height] = [box.right - box.left, box.bottom - box.top];
        found.push({ image, width, height, box });
      }
      page.cleanup();
    } catch {
      // A page without its images is still useful.
    }
    left -= Date.now() - start;
    return found.sort((one, other) => one.box.top - other.box.top);
  };
  return { ofPage };
}

interface Objects {
  get: (id: string, then: (data: unknown) => void) => void;
}

const WAIT = 3000;

/** Pixels of an image after decoding. */
function dataOf(
  page: { objs: unknown; commonObjs: unknown },
  id: string,
): Promise<ImageData | undefined> {
  const objects = (id.startsWith('g_') ? page.commonObjs : page.objs) as Objects;
  return new Promise((resolve) => {
    const clock = setTimeout(() => resolve(undefined), WAIT);
    objects.get(id, (data) => {
      clearTimeout(clock);
      resolve((data ?? undefined) as ImageData | undefined);
    });
  });
}
