import { ExtractionError } from '../extraction-error';

/** An element with its qualified name. */
export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: (XmlNode | string)[];
}

const MAX_DEPTH = 500;
const TAG = /<([^\s/>]+)((?:\s+[^\s=>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Parses a small file. Entity declarations are ignored, so that no text grows by expansion.
 * @param entity text of named entities that XML does not define
 */
export function parseXml(source: string, entity?: (name: string) => string): XmlNode {
  let root: XmlNode | undefined;
  eachPart(
    source,
    (depth) => depth === 0,
    (node) => (root ??= node),
    entity,
  );
  if (!root) throw new ExtractionError('damaged');
  return root;
}

/** Calls `take` for each child of the elements with one name, so that large files are not kept as trees. */
export function eachChildOf(parent: string, source: string, take: (node: XmlNode) => void): void {
  eachPart(source, (_, above) => above === parent, take);
}

function eachPart(
  source: string,
  isPart: (depth: number, parent: string | undefined) => boolean,
  take: (node: XmlNode) => void,
  entity?: (name: string) => string,
): void {
  const names: string[] = [];
  /** Open elements within the current part. */
  const open: XmlNode[] = [];
  const close = (name: string) => {
    if (names.pop() !== name) throw new ExtractionError('damaged');
    const node = open.pop();
    if (node && open.length === 0) take(node);
  };
  const say = (text: string) => open.at(-1)?.children.push(text);
  for (let at = 0; ;) {
    const next = source.indexOf('<', at);
    if (next < 0) break;
    if (next > at && open.length > 0) say(unescaped(source.slice(at, next), entity));
    if (source.startsWith('<!--', next)) at = after(source, '-->', next + 4);
    else if (source.startsWith('<![CDATA[', next)) {
      at = after(source, ']]>', next);
      say(source.slice(next + 9, at - 3));
    } else if (source.startsWith('<?', next)) at = after(source, '?>', next);
    else if (source.startsWith('<!', next)) at = afterDeclaration(source, next);
    else if (source.startsWith('</', next)) {
      at = after(source, '>', next);
      close(source.slice(next + 2, at - 1).trim());
    } else {
      TAG.lastIndex = next;
      const [tag, name, attributes, isEmpty] = TAG.exec(source) ?? [];
      if (tag === undefined || name === undefined || names.length >= MAX_DEPTH)
        throw new ExtractionError('damaged');
      at = next + tag.length;
      if (open.length > 0 || isPart(names.length, names.at(-1))) {
        const node = { name, attributes: attributesOf(attributes!, entity), children: [] };
        open.at(-1)?.children.push(node);
        open.push(node);
      }
      names.push(name);
      if (isEmpty) close(name);
    }
  }
  if (names.length > 0) throw new ExtractionError('damaged');
}

function after(source: string, end: string, from: number): number {
  const at = source.indexOf(end, from);
  if (at < 0) throw new ExtractionError('damaged');
  return at + end.length;
}

function afterDeclaration(source: string, from: number): number {
  const end = after(source, '>', from);
  const bracket = source.slice(from, end).indexOf('[');
  return bracket < 0 ? end : after(source, '>', after(source, ']', from + bracket) - 1);
}

function attributesOf(source: string, entity?: (name: string) => string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [, name, double, single] of source.matchAll(ATTRIBUTE))
    attributes[name!] = unescaped(double ?? single ?? '', entity);
  return attributes;
}

const unescaped = (text: string, entity: (name: string) => string = () => ''): string =>
  text.includes('&')
    ? text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,40});/gi, (_, name: string) => {
        if (!name.startsWith('#')) return ENTITIES[name] ?? entity(name);
        const point = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
        return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
      })
    : text;

export const elements = (node: XmlNode | undefined): XmlNode[] =>
  (node?.children ?? []).filter((child): child is XmlNode => typeof child !== 'string');

export const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  elements(node).find((each) => each.name === name);

export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  elements(node).filter((each) => each.name === name);

export const words = (node: XmlNode): string =>
  node.children.map((each) => (typeof each === 'string' ? each : words(each))).join('');
