import type { PDFDocumentProxy, PDFPageProxy, PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { visibleText } from '../passages/inlines';
import { linesOf } from './layout/lines';
import type { Box, PageText, Run } from './layout/words';
import { LetterSpacing } from './letter-spacing';
import { Matrix } from './matrix';
import { EMPTY_PAGE, mirror, spaceOf, type TextItem } from './page-space';
import { shapesOf, type Shapes } from './shapes';
import { annotationsOf, tagsOf } from './structure';

type Page = PDFPageProxy;

/** Average and initial time for the operators of a page. */
const DRAWING_MS = 25;
const DRAWING_MS_AT_FIRST = 4000;

interface Drawing extends Shapes {
  spacing: LetterSpacing;
}

/** Reads the lines of pages. */
export class PageReader {
  /** Weight and slant by font. */
  private readonly fonts = new Map<string, { bold: boolean; italic: boolean }>();
  private drawingMs = DRAWING_MS_AT_FIRST;

  constructor(private readonly document: PDFDocumentProxy) {}

  async text(number: number): Promise<PageText> {
    let page: Page;
    try {
      page = await this.document.getPage(number);
    } catch {
      // Other pages may be intact.
      return { space: EMPTY_PAGE, lines: [], frames: [], notes: [] };
    }
    try {
      return await this.textOf(page);
    } finally {
      page.cleanup();
    }
  }

  private async textOf(page: Page): Promise<PageText> {
    const content = await page
      .getTextContent({ includeMarkedContent: true })
      .catch(() => ({ items: [], styles: {} }));
    const space = spaceOf(
      page,
      content.items.flatMap((item) => ('type' in item ? [] : [item])),
    );
    const viewport = page.getViewport({ scale: 1, rotation: space.rotation });
    const tags = await tagsOf(page);
    const links = await annotationsOf(page, viewport);
    const drawing = await this.drawn(page, viewport, Object.keys(content.styles));
    const runs: Run[] = [];
    const open: (number | undefined)[] = [];
    for (const item of content.items) {
      if ('type' in item) {
        if (item.type === 'endMarkedContent') open.pop();
        else open.push(tags.get(item.id ?? '') ?? open.at(-1));
        continue;
      }
      const run = this.runOf({ ...item, str: drawing.spacing.withoutGaps(item.str) }, viewport);
      if (!run) continue;
      const tagged = open.at(-1);
      const href = links.hrefAt(run);
      runs.push({ ...run, ...(tagged !== undefined && { tagged }), ...(href && { href }) });
    }
    const mirrored = <T extends Box>(boxes: readonly T[]) => boxes.map((box) => mirror(box, space));
    const [words, frames] = [mirrored(runs), mirrored(drawing.frames)];
    const all = [...words, ...marks(mirrored(drawing.dots), words)];
    const lines = linesOf(all, mirrored(drawing.rules), space.isRtl);
    const filled = frames.filter(
      (frame) =>
        lines.filter((line) => line.left >= frame.left && line.right <= frame.right).length > 1,
    );
    return { space, lines, frames: filled, notes: links.notes };
  }

  private runOf(item: TextItem, viewport: PageViewport): Run | undefined {
    const text = visibleText(item.str);
    if (text.trim() === '') return undefined;
    const matrix = Matrix.of(viewport.transform).times(item.transform);
    const [a, b, c, d, x, y] = matrix.values;
    const size = Math.round(Math.hypot(c, d) * 2) / 2;
    if (!(size > 0) || !Number.isFinite(x) || !Number.isFinite(y)) return undefined;
    const width = item.width / (Math.hypot(a, b) || 1);
    return {
      ...matrix.box(0, -0.2, width, 0.8),
      text,
      baseline: y,
      size,
      font: item.fontName,
      bold: this.fonts.get(item.fontName)?.bold ?? false,
      italic: this.fonts.get(item.fontName)?.italic ?? Math.abs(c) > 0.15 * Math.abs(d),
    };
  }

  /** Shapes and font styles, which only the operators of the page contain. Limited in time. */
  private async drawn(page: Page, viewport: PageViewport, fonts: string[]): Promise<Drawing> {
    const isNew = fonts.some((font) => !this.fonts.has(font));
    this.drawingMs += DRAWING_MS;
    const nothing = { frames: [], dots: [], rules: [], spacing: new LetterSpacing() };
    if (!isNew && this.drawingMs < 0) return nothing;
    const start = Date.now();
    try {
      const operators = await page.getOperatorList();
      for (const font of fonts)
        if (!this.fonts.has(font)) this.fonts.set(font, marksOf(page, font));
      return { ...shapesOf(operators, viewport), spacing: new LetterSpacing(operators) };
    } catch {
      return nothing;
    } finally {
      this.drawingMs -= Date.now() - start;
    }
  }
}

/** List markers that are drawn as dots. */
function marks(dots: readonly Box[], runs: readonly Run[]): Run[] {
  return dots.flatMap((dot): Run[] => {
    const height = (dot.top + dot.bottom) / 2;
    const beside = runs.filter(
      ({ baseline, size }) => height < baseline && height > baseline - 0.75 * size,
    );
    const marked = beside.find(
      ({ left, size }) => left > dot.right && left - dot.right < 2.2 * size,
    );
    const isWithin = beside.some(
      ({ left, right, size }) => left < dot.right && right > dot.left - 2 * size,
    );
    if (!marked || isWithin) return [];
    const { baseline, size } = marked;
    return [
      {
        ...dot,
        text: '•',
        top: marked.top,
        bottom: marked.bottom,
        baseline,
        size,
        font: marked.font,
        bold: false,
        italic: false,
      },
    ];
  });
}

function marksOf(page: Page, font: string): { bold: boolean; italic: boolean } {
  try {
    const { name, bold, black, italic } = page.commonObjs.get(font) as Record<string, unknown>;
    const known = typeof name === 'string' ? name : '';
    return {
      bold: Boolean(bold) || Boolean(black) || /bold|black|heavy|semibold|demi/i.test(known),
      italic: Boolean(italic) || /italic|oblique|(?:^|[-,])it$/i.test(known),
    };
  } catch {
    return { bold: false, italic: false };
  }
}
