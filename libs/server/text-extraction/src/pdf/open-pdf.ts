import path from 'node:path';
import './no-canvas';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { safeHref, visibleText } from '../passages/inlines';
import { ExtractionError } from '../extraction-error';
import { shapesOf, type Shapes } from './shapes';
import type { OutlineEntry } from './layout/headings';
import { linesOf } from './layout/lines';
import { Matrix } from './matrix';
import { type Box, type PageText, type Run } from './layout/words';

type Document = pdfjs.PDFDocumentProxy;
type Page = pdfjs.PDFPageProxy;

const MAX_PAGES = 20_000;
/** Average and initial time for the operators of a page. */
const DRAWING_MS = 25;
const DRAWING_MS_AT_FIRST = 4000;
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

class PageReader {
  /** Weight and slant by font. */
  private readonly fonts = new Map<string, { bold: boolean; italic: boolean }>();
  private drawingMs = DRAWING_MS_AT_FIRST;

  constructor(private readonly document: Document) {}

  async text(number: number): Promise<PageText> {
    let page: Page;
    try {
      page = await this.document.getPage(number);
    } catch {
      // Other pages may be intact.
      return { width: 1, height: 1, lines: [], frames: [], notes: [] };
    }
    try {
      return await this.textOf(page);
    } finally {
      page.cleanup();
    }
  }

  private async textOf(page: Page): Promise<PageText> {
    const viewport = page.getViewport({ scale: 1 });
    const content = await page
      .getTextContent({ includeMarkedContent: true })
      .catch(() => ({ items: [], styles: {} }));
    const tags = await tagsOf(page);
    const links = await annotationsOf(page, viewport);
    const { frames, dots, rules } = await this.drawn(page, viewport, Object.keys(content.styles));
    const runs: Run[] = [];
    const open: (number | undefined)[] = [];
    for (const item of content.items) {
      if ('type' in item) {
        if (item.type === 'endMarkedContent') open.pop();
        else open.push(tags.get(item.id ?? '') ?? open.at(-1));
        continue;
      }
      const run = this.runOf(item, viewport);
      if (!run) continue;
      const tagged = open.at(-1);
      const href = links.hrefAt(run);
      runs.push({ ...run, ...(tagged !== undefined && { tagged }), ...(href && { href }) });
    }
    const lines = linesOf([...runs, ...marks(dots, runs)], rules);
    const held = frames.filter(
      (frame) =>
        lines.filter((line) => line.left >= frame.left && line.right <= frame.right).length > 1,
    );
    return {
      width: viewport.width,
      height: viewport.height,
      lines,
      frames: held,
      notes: links.notes,
    };
  }

  private runOf(
    item: { str: string; transform: number[]; width: number; fontName: string },
    viewport: pdfjs.PageViewport,
  ): Run | undefined {
    const text = visibleText(item.str);
    if (text.trim() === '') return undefined;
    const [a, b, c, d, x, y] = Matrix.of(viewport.transform).times(item.transform).values;
    const size = Math.round(Math.hypot(c, d) * 2) / 2;
    if (!(size > 0) || !Number.isFinite(x) || !Number.isFinite(y)) return undefined;
    // Text in vertical direction takes its width from its height.
    const isUpright = Math.abs(b) > Math.abs(a);
    const [width, height] = isUpright ? [size, item.width] : [item.width, size];
    return {
      text,
      left: x,
      right: x + width,
      top: y - 0.8 * height,
      bottom: y + 0.2 * size,
      baseline: y,
      size,
      bold: this.fonts.get(item.fontName)?.bold ?? false,
      italic: this.fonts.get(item.fontName)?.italic ?? Math.abs(c) > 0.15 * Math.abs(d),
    };
  }

  /** Shapes and font styles, which only the operators of the page contain. Limited in time. */
  private async drawn(page: Page, viewport: pdfjs.PageViewport, fonts: string[]): Promise<Shapes> {
    const isNew = fonts.some((font) => !this.fonts.has(font));
    this.drawingMs += DRAWING_MS;
    const nothing = { frames: [], dots: [], rules: [] };
    if (!isNew && this.drawingMs < 0) return nothing;
    const start = Date.now();
    try {
      const operators = await page.getOperatorList();
      for (const font of fonts)
        if (!this.fonts.has(font)) this.fonts.set(font, marksOf(page, font));
      return shapesOf(operators, viewport);
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

/** Heading levels by id of marked content. */
async function tagsOf(page: Page): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  const tree = await page.getStructTree().catch(() => undefined);
  const waiting: { node: unknown; level: number | undefined }[] = [
    { node: tree, level: undefined },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { role, children, type, id } = (next.node ?? {}) as {
      role?: string;
      children?: unknown[];
      type?: string;
      id?: string;
    };
    if (type === 'content' && id && next.level !== undefined) levels.set(id, next.level);
    const own = /^H([1-6])?$/.exec(role ?? '');
    const level = own ? Number(own[1] ?? 1) : next.level;
    for (const node of children ?? []) waiting.push({ node, level });
  }
  return levels;
}

interface Annotations {
  notes: string[];
  hrefAt: (run: Box) => string | undefined;
}

/** Links by position, and text of form fields and annotations. */
async function annotationsOf(page: Page, viewport: pdfjs.PageViewport): Promise<Annotations> {
  const links: (Box & { href: string })[] = [];
  const notes: string[] = [];
  const annotations = (await page.getAnnotations().catch(() => [])) as Record<string, unknown>[];
  for (const { subtype, rect, url, fieldValue, contentsObj, hidden } of annotations) {
    if (hidden) continue;
    if (subtype === 'Link' && typeof url === 'string' && Array.isArray(rect)) {
      const href = safeHref(url);
      if (href) links.push({ ...boxIn(viewport, rect as number[]), href });
    }
    // For choice fields, the selected values.
    if (subtype === 'Widget')
      notes.push(...[fieldValue].flat().filter((value) => typeof value === 'string'));
    const said = (contentsObj as { str?: unknown } | undefined)?.str;
    if (subtype === 'FreeText' && typeof said === 'string') notes.push(said);
  }
  return {
    notes: notes.filter((note) => note.trim() !== '' && note !== 'Off'),
    hrefAt: ({ left, right, top, bottom }) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return links.find(
        (link) => x >= link.left && x <= link.right && y >= link.top && y <= link.bottom,
      )?.href;
    },
  };
}

function boxIn(viewport: pdfjs.PageViewport, [a = 0, b = 0, c = 0, d = 0]: number[]): Box {
  const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [
    viewport.convertToViewportPoint(a, b) as number[],
    viewport.convertToViewportPoint(c, d) as number[],
  ];
  return {
    left: Math.min(x1, x2),
    right: Math.max(x1, x2),
    top: Math.min(y1, y2),
    bottom: Math.max(y1, y2),
  };
}

const MAX_OUTLINE = 20_000;

async function outlineOf(document: Document): Promise<OutlineEntry[]> {
  const found: OutlineEntry[] = [];
  type Item = { title: string; items: Item[] };
  const roots = ((await document.getOutline().catch(() => null)) ?? []) as Item[];
  const waiting = roots.map((item) => ({ item, level: 1 })).reverse();
  for (let next = waiting.pop(); next && found.length < MAX_OUTLINE; next = waiting.pop()) {
    const { item, level } = next;
    found.push({ title: item.title, level });
    for (const below of [...item.items].reverse()) waiting.push({ item: below, level: level + 1 });
  }
  return found;
}
