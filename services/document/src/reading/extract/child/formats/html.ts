import type { Block } from '../block';
import type { Out } from '../out';
import { Refused } from '../refused';
import { hasSecretMarkup } from '../secret-markup';
import { parsedPage, parsedPiece } from './html-parser';
import { HtmlReader } from './html-reader';
import { attribute, nodesBelow, textBelow, type HtmlNode } from './html-tree';

/** Text of 20 MB, and its tags. */
const MAX_LENGTH = 48 * 1024 * 1024;
/** Parsers need time that grows with the square of it; no page comes near. */
const MAX_NESTING = 2000;
const CONTAINER = /<(\/?)(?:div|span|section|article|blockquote|ul|ol|dl|table|font|b|i)\b/gi;
const PICTURE = /data:image\/(?:png|jpe?g|gif|webp|avif);base64,([a-z0-9+/=\s]+)/gi;

/** The encoding that a page names in its head. */
export const declaredCharset = (head: string): string | undefined =>
  /<meta[^>]{1,200}charset\s*=\s*["']?([\w-]{2,30})/i.exec(head)?.[1] ??
  /^<\?xml[^>]{1,200}encoding\s*=\s*["']([\w-]{2,30})/i.exec(head)?.[1];

export function readHtml(text: string, out: Out): void {
  const pictures: Buffer[] = [];
  const source = withoutPictures(text, pictures);
  if (source.length > MAX_LENGTH) throw new Refused('too_large');
  if (hasSecretMarkup(source)) out.secret();
  const reader = readerOf(out, (block) => out.add(block), pictures);
  const page = parsedHtml(source);
  reader.linked(anchorsLinkedIn(page));
  reader.read(page);
}

/** The blocks of a piece of HTML within another format. */
export function htmlBlocks(source: string, out: Out): Block[] {
  refuseDeepNesting(source);
  if (hasSecretMarkup(source)) out.secret();
  const pictures: Buffer[] = [];
  const blocks: Block[] = [];
  const reader = readerOf(out, (block) => blocks.push(block), pictures);
  reader.read(parsedPiece(withoutPictures(source, pictures)));
  return blocks;
}

/** A page as browsers read it. */
export function parsedHtml(source: string): HtmlNode {
  refuseDeepNesting(source);
  return parsedPage(source);
}

/** Words of which some are written by the names of their characters. */
export const withoutEntities = (text: string): string =>
  text.includes('&') ? textBelow(parsedPiece(text.replaceAll('<', '&lt;'))) : text;

function readerOf(out: Out, emit: (block: Block) => void, pictures: Buffer[]): HtmlReader {
  const imageOf = (source: string) => {
    const picture = pictures[Number(/^picture:(\d+)$/.exec(source)?.[1] ?? NaN)];
    return picture && out.image(picture);
  };
  return new HtmlReader(emit, { imageOf, hrefOf: (href) => href });
}

/** Pictures within the source are taken out first: as text they are many times the page. */
const withoutPictures = (source: string, pictures: Buffer[]): string =>
  source.includes('data:image')
    ? source.replace(PICTURE, (_, base64: string) => {
        pictures.push(Buffer.from(base64, 'base64'));
        return `picture:${pictures.length - 1}`;
      })
    : source;

function refuseDeepNesting(source: string): void {
  let depth = 0;
  for (const [, slash] of source.matchAll(CONTAINER)) {
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_NESTING) throw new Refused('damaged');
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
