import type { PDFDocumentProxy, PDFPageProxy, PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { safeHref } from '../passages/inlines';
import type { OutlineEntry } from './layout/headings';
import type { Box } from './layout/words';

/** Heading levels by id of marked content. */
export async function tagsOf(page: PDFPageProxy): Promise<Map<string, number>> {
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
export async function annotationsOf(
  page: PDFPageProxy,
  viewport: PageViewport,
): Promise<Annotations> {
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

function boxIn(viewport: PageViewport, [a = 0, b = 0, c = 0, d = 0]: number[]): Box {
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

export async function outlineOf(document: PDFDocumentProxy): Promise<OutlineEntry[]> {
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
