import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isRtl } from './layout/text-direction';
import type { Box } from './layout/words';

export interface TextItem {
  str: string;
  transform: number[];
  width: number;
  fontName: string;
}

/**
 * Coordinates in which the text of a page runs from left to right: the page is rotated so that most of its text is upright, and
 * mirrored if most of it is right-to-left.
 */
export interface PageSpace {
  width: number;
  height: number;
  /** Clockwise rotation of the page's user space, in degrees. */
  rotation: number;
  /** Clockwise rotation from these coordinates to the displayed page, in degrees. */
  turn: number;
  isRtl: boolean;
}

export const EMPTY_PAGE: PageSpace = { width: 1, height: 1, rotation: 0, turn: 0, isRtl: false };

export function spaceOf(page: PDFPageProxy, items: readonly TextItem[]): PageSpace {
  const rotation = rotationOf(items) ?? page.rotate;
  const { width, height } = page.getViewport({ scale: 1, rotation });
  const turn = (page.rotate - rotation + 360) % 360;
  return { width, height, rotation, turn, isRtl: isRtl(items.map(({ str }) => str).join(' ')) };
}

/** Direction of most letters in multiples of 90 degrees; undefined without text. */
function rotationOf(items: readonly TextItem[]): number | undefined {
  const letters = new Map<number, number>();
  for (const { str, transform } of items) {
    const [a = 1, b = 0] = transform;
    const rotation = (Math.round((Math.atan2(b, a) * 2) / Math.PI) * 90 + 360) % 360;
    letters.set(rotation, (letters.get(rotation) ?? 0) + str.trim().length);
  }
  const [most] = [...letters].sort((one, other) => other[1] - one[1]);
  return most && most[1] > 0 ? most[0] : undefined;
}

/** Converts between mirrored and unmirrored coordinates of a right-to-left page. */
export const mirror = <T extends Box>(box: T, { isRtl, width }: PageSpace): T =>
  isRtl ? { ...box, left: width - box.right, right: width - box.left } : box;

/** Position on the displayed page in fractions of its size, from the top left corner. */
export function regionOf(box: Box, space: PageSpace): [number, number, number, number] {
  const { left, top, right, bottom } = mirror(box, space);
  const part = (length: number, whole: number) =>
    Math.round(Math.min(1, Math.max(0, length / whole)) * 10_000) / 10_000;
  const xs = [part(left, space.width), part(right, space.width)] as const;
  const ys = [part(top, space.height), part(bottom, space.height)] as const;
  const flip = ([from, to]: readonly [number, number]) => [opposite(to), opposite(from)] as const;
  const [[x1, x2], [y1, y2]] =
    space.turn === 90
      ? [flip(ys), xs]
      : space.turn === 180
        ? [flip(xs), flip(ys)]
        : space.turn === 270
          ? [ys, flip(xs)]
          : [xs, ys];
  return [x1, y1, x2, y2];
}

const opposite = (part: number): number => Math.round((1 - part) * 10_000) / 10_000;
