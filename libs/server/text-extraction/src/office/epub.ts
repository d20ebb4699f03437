import path from 'node:path';
import type { PassageWriter } from '../passages/passage-writer';
import { ExtractionError } from '../extraction-error';
import { hasSecretMarkup } from '../passages/secret-markup';
import { parseHtml, decodeEntities } from '../html/html';
import { HtmlReader } from '../html/html-reader';
import type { HtmlNode } from '../html/html-tree';
import { child, parseXml, type XmlNode } from './xml';
import type { Zip } from './zip';
import { ZipImages } from './zip-images';

const FONT = /adobe\.com\/pdf\/enc#RC|idpf\.org\/2008\/embedding/;

/** Extracts chapters in the order of the spine. Links between chapters become anchors. */
export function extractEpub(zip: Zip, writer: PassageWriter): void {
  const container = zip.text('META-INF/container.xml');
  const root = container && child(child(parseXml(container), 'rootfiles'), 'rootfile');
  const book = root && root.attributes['full-path'];
  const source = book && zip.text(book);
  if (!source) throw new ExtractionError('damaged');
  assertUnlocked(zip);
  const chapters = chaptersOf(parseXml(source), path.posix.dirname(book)).filter((name) =>
    zip.has(name),
  );
  if (chapters.length === 0) throw new ExtractionError('damaged');
  const linked = linkedNames(zip, chapters);
  const images = new ZipImages(zip, writer);
  for (const [index, chapter] of chapters.entries()) {
    const at = (href: string) => resolved(chapter, href);
    const imageOf = (href: string) => {
      const name = at(href);
      return /\.svg$/i.test(name) ? undefined : images.numberOf(name);
    };
    const hrefOf = (href: string) => (/^[a-z][a-z0-9+.-]*:/i.test(href) ? href : `#${at(href)}`);
    const reader = new HtmlReader(
      (block) => writer.add(block),
      { imageOf, hrefOf },
      (id) => `${chapter}#${id}`,
    );
    reader.linked(linked);
    if (linked.has(chapter)) writer.anchor(chapter);
    const source = zip.text(chapter) ?? '';
    if (hasSecretMarkup(source)) writer.secret();
    reader.read(pageOf(source));
    writer.progress((index + 1) / chapters.length);
  }
}

function assertUnlocked(zip: Zip): void {
  const source = zip.text('META-INF/encryption.xml') ?? '';
  const methods = [...source.matchAll(/EncryptionMethod[^>]+Algorithm="([^"]+)"/g)];
  // Many books without DRM obfuscate their fonts.
  if (methods.some(([, method]) => !FONT.test(method!))) throw new ExtractionError('locked');
}

function chaptersOf(book: XmlNode, folder: string): string[] {
  const local = (node: XmlNode) => node.name.replace(/^.*:/, '');
  const part = (name: string) =>
    book.children.find((each): each is XmlNode => typeof each !== 'string' && local(each) === name);
  const items = new Map(
    (part('manifest')?.children ?? []).flatMap((each) =>
      typeof each === 'string' ? [] : [[each.attributes['id'] ?? '', each.attributes] as const],
    ),
  );
  return (part('spine')?.children ?? []).flatMap((each) => {
    if (typeof each === 'string') return [];
    const item = items.get(each.attributes['idref'] ?? '');
    // The table of contents repeats the headings.
    if (!item?.['href'] || /\bnav\b/.test(item['properties'] ?? '')) return [];
    return [decoded(path.posix.join(folder, item['href']))];
  });
}

function linkedNames(zip: Zip, chapters: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const chapter of chapters)
    for (const [, href] of (zip.text(chapter) ?? '').matchAll(
      /href\s*=\s*["']([^"']{1,1000})["']/g,
    ))
      names.add(resolved(chapter, href!));
  return names;
}

function resolved(from: string, href: string): string {
  const [file = '', name] = href.split('#');
  const target = file === '' ? from : path.posix.join(path.posix.dirname(from), decoded(file));
  return name === undefined || name === '' ? target : `${target}#${decoded(name)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses a chapter as XML, invalid XML as HTML. */
function pageOf(source: string): HtmlNode {
  try {
    const root = parseXml(source, (name) => decodeEntities(`&${name};`));
    return { nodeName: '#document', childNodes: [asHtml(root)] };
  } catch {
    return parseHtml(source);
  }
}

function asHtml({ name, attributes, children }: XmlNode): HtmlNode {
  const tagName = name.replace(/^.*:/, '').toLowerCase();
  return {
    nodeName: tagName,
    tagName,
    attrs: Object.entries(attributes).map(([key, value]) => ({ name: key, value })),
    childNodes: children.map((each) =>
      typeof each === 'string' ? { nodeName: '#text', value: each } : asHtml(each),
    ),
  };
}
