import { OPS, type PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { Matrix } from './matrix';
import type { Box } from './layout/words';

interface Operators {
  fnArray: number[];
  argsArray: unknown[];
}

/** A painting operation with its transformation and fill color. */
export interface Painted {
  operator: number;
  args: unknown[];
  matrix: Matrix;
  fill: string;
}

/** Painting operations of a page, with their positions. */
export function* painted(
  { fnArray, argsArray }: Operators,
  viewport: PageViewport,
): Generator<Painted> {
  let matrix = Matrix.of(viewport.transform);
  let fill = '#000000';
  const kept: { matrix: Matrix; fill: string }[] = [];
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as unknown[];
    switch (operator) {
      case OPS.save:
        kept.push({ matrix, fill });
        break;
      case OPS.restore:
        ({ matrix, fill } = kept.pop() ?? { matrix, fill });
        break;
      case OPS.transform:
        matrix = matrix.times(args as number[]);
        break;
      case OPS.paintFormXObjectBegin:
        kept.push({ matrix, fill });
        if (args[0]) matrix = matrix.times([...(args[0] as Iterable<number>)]);
        break;
      case OPS.paintFormXObjectEnd:
        ({ matrix, fill } = kept.pop() ?? { matrix, fill });
        break;
      case OPS.setFillRGBColor:
        fill = String(args[0]);
        break;
      default:
        yield { operator, args, matrix, fill };
    }
  }
}

const FILLS = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const STROKES = new Set([OPS.stroke, OPS.closeStroke]);
const MAX_FRAMES = 40;
const MAX_SHAPES = 1000;

export interface Shapes {
  /** Boxes with a background or a frame that are smaller than the page and large enough for text. */
  frames: Box[];
  /** Filled shapes of the size of a list marker. */
  dots: Box[];
  /** Vertical lines, such as between table cells. */
  rules: Box[];
}

export function shapesOf(operators: Operators, viewport: PageViewport): Shapes {
  const boxes: Box[] = [];
  const dots: Box[] = [];
  const rules: Box[] = [];
  for (const { operator, args, matrix, fill } of painted(operators, viewport)) {
    if (operator !== OPS.constructPath) continue;
    const [how, , bounds] = args as [number, unknown, ArrayLike<number> | null];
    const isFilled = FILLS.has(how) && !isWhite(fill);
    if (!bounds || (!isFilled && !STROKES.has(how))) continue;
    const box = matrix.box(bounds[0]!, bounds[1]!, bounds[2]!, bounds[3]!);
    if (isRule(box) && rules.length < MAX_SHAPES) rules.push(box);
    if (isDot(box) && dots.length < MAX_SHAPES) dots.push(box);
    if (isOfSize(box, viewport) && boxes.length < MAX_SHAPES) boxes.push(box);
  }
  return { frames: outermost(boxes), dots, rules };
}

function isDot({ left, top, right, bottom }: Box): boolean {
  const [width, height] = [right - left, bottom - top];
  return width > 1.2 && width < 7 && height > 1.2 && height < 7 && Math.abs(width - height) < 1;
}

const isRule = ({ left, top, right, bottom }: Box): boolean =>
  right - left < 2.5 && bottom - top > 6;

const isWhite = (color: string): boolean => /^#(f[a-f0-9]|ff){3}$/i.test(color);

function isOfSize({ left, top, right, bottom }: Box, viewport: PageViewport): boolean {
  const [width, height] = [(right - left) / viewport.width, (bottom - top) / viewport.height];
  return width > 0.2 && width < 0.97 && bottom - top > 24 && height < 0.75;
}

/** Outermost boxes. Boxes that overlap only partially are ornaments. */
function outermost(boxes: Box[]): Box[] {
  const area = (box: Box) => (box.right - box.left) * (box.bottom - box.top);
  const kept: Box[] = [];
  for (const box of boxes.sort((one, other) => area(other) - area(one))) {
    const isWithin = kept.some(
      (outer) =>
        box.left < outer.right &&
        box.right > outer.left &&
        box.top < outer.bottom &&
        box.bottom > outer.top,
    );
    if (!isWithin && kept.length < MAX_FRAMES) kept.push(box);
  }
  return kept;
}
