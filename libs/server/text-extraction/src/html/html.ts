import { withImagesAfter, type Block } from '../passages/block';
import type { ExtractionResources } from '../passages/extraction-event';
import type { PassageWriter } from '../passages/passage-writer';
import { ExtractionError } from '../extraction-error';
import { hasSecretMarkup } from '../passages/secret-markup';
import { parsePage, parseFragment } from './html-parser';
import { HtmlReader } from './html-reader';
import { attribute, nodesBelow, textBelow, type HtmlNode } from './html-tree';

/** 20 MB of text with its tags. */
const MAX_LENGTH = 48 * 1024 * 1024;
/** Parsing time grows with the square of the nesting. */
const MAX_NESTING = 2000;
const CONTAINER = /<(\/?)(?:div|span|section|article|blockquote|ul|ol|dl|table|font|b|i)\b/gi;
const IMAGE = /data:image\/(?:png|jpe?g|gif|webp|avif);base64,([a-z0-9+/=\s]+)/gi;

/** The encoding that a page declares in its head. */
export const declaredCharset = (head: string): string | undefined =>
  /<meta[^>]{1,200}charset\s*=\s*["']?([\w-]{2,30})/i.exec(head)?.[1] ??
  /^<\?xml[^>]{1,200}encoding\s*=\s*["']([\w-]{2,30})/i.exec(head)?.[1];

export function extractHtml(
  text: string,
  writer: PassageWriter,
  resources?: ExtractionResources,
): void {
  const images: Buffer[] = [];
  const source = withoutImages(text, images);
  if (source.length > MAX_LENGTH) throw new ExtractionError('too_large');
  if (hasSecretMarkup(source)) writer.secret();
  const reader = readerOf(writer, (block) => writer.add(block), images, resources);
  const page = parseHtml(source);
  reader.linked(anchorsLinkedIn(page));
  reader.read(page);
}

/** The blocks of HTML within another format. */
export function htmlBlocks(
  source: string,
  writer: PassageWriter,
  resources?: ExtractionResources,
): Block[] {
  assertShallow(source);
  if (hasSecretMarkup(source)) writer.secret();
  const images: Buffer[] = [];
  const blocks: Block[] = [];
  const reader = readerOf(writer, (block) => blocks.push(block), images, resources);
  reader.read(parseFragment(withoutImages(source, images)));
  return blocks.flatMap(withImagesAfter);
}

/** @throws {ExtractionError} when nested too deeply */
export function parseHtml(source: string): HtmlNode {
  assertShallow(source);
  return parsePage(source);
}

const TITLE = /<title\b[^>]{0,200}>([^<]{1,1000})<\/title\s*>/i;

/** The title in the head of a page, empty if there is none. */
export const titleOfHtml = (source: string): string =>
  decodeEntities(TITLE.exec(source.slice(0, 64 * 1024))?.[1] ?? '').trim();

export const decodeEntities = (text: string): string =>
  text.includes('&') ? textBelow(parseFragment(text.replaceAll('<', '&lt;'))) : text;

function readerOf(
  writer: PassageWriter,
  emit: (block: Block) => void,
  images: Buffer[],
  resources?: ExtractionResources,
): HtmlReader {
  const imageOf = (source: string) => {
    const image = images[Number(/^image:(\d+)$/.exec(source)?.[1] ?? NaN)];
    return image ? writer.image(image) : resources?.imageOf(source);
  };
  return new HtmlReader(emit, { imageOf, hrefOf: resources?.hrefOf ?? ((href) => href) });
}

/** Replaces data URLs of images by references: base64 text is many times larger than the page. */
const withoutImages = (source: string, images: Buffer[]): string =>
  source.includes('data:image')
    ? source.replace(IMAGE, (_, base64: string) => {
        images.push(Buffer.from(base64, 'base64'));
        return `image:${images.length - 1}`;
      })
    : source;

function assertShallow(source: string): void {
  let depth = 0;
  for (const [, slash] of source.matchAll(CONTAINER)) {
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_NESTING) throw new ExtractionError('damaged');
  }
}

function anchorsLinkedIn(page: HtmlNode): Set<string> {
  const linked = new Set<string>();
  for (const node of nodesBelow(page)) {
    const href = node.tagName === 'a' && attribute(node, 'href');
    if (href && href.startsWith('#')) linked.add(href.slice(1));
  }
  return linked;
}
