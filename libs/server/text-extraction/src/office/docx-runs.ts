import type { Inline } from '@tomekeeper/contracts-document';
import type { Block } from '../passages/block';
import { hrefOfField } from '../passages/inlines';
import { value } from './docx-styles';
import { codePoint } from 'dingbat-to-unicode';
import { child, elements, words, type XmlNode } from './xml';

type Marks = Omit<Inline, 'text'>;
/** Limits of nested fields and of field instructions, which are searched for each run. */
const MAX_FIELDS = 50;
const MAX_INSTRUCTION = 5000;

/** Other parts of the file that a paragraph refers to. */
export interface DocxParts {
  href: (node: XmlNode) => string | undefined;
  image: (id: string | undefined) => number | undefined;
  /** Content of a text box. */
  boxed: (node: XmlNode) => Block;
  /** @returns the number of a footnote or endnote */
  note: (name: 'footnote' | 'endnote', id: string) => number;
}

/** @returns the Unicode character of a `w:sym` element, U+FFFD where a symbol font has no known equivalent */
function symbolOf(font = '', code = ''): string {
  const point = parseInt(code, 16);
  if (!(point > 0 && point <= 0xffff)) return '';
  // Word stores codes of symbol fonts in the private use area.
  const isPrivate = point >= 0xe000 && point <= 0xf8ff;
  const symbol = codePoint(font, isPrivate ? point & 0xff : point)?.string;
  return symbol ?? (isPrivate ? '\ufffd' : String.fromCharCode(point));
}

/** `<w:b/>` and `<w:b w:val="true"/>` are on, `<w:b w:val="0"/>` is off. */
const isOn = (node: XmlNode | undefined): boolean =>
  node !== undefined && !/^(0|false|off|none)$/.test(value(node) ?? '');

/** Older programs show `mc:Fallback` instead of its siblings. */
const isFallback = (node: XmlNode): boolean => node.name === 'mc:Fallback';

/** Descendants with this name. */
function* below(node: XmlNode, name: string): Generator<XmlNode> {
  for (const each of elements(node)) {
    if (isFallback(each)) continue;
    if (each.name === name) yield each;
    yield* below(each, name);
  }
}

/** Descendants with this name, without descendants of those. */
function* outermost(node: XmlNode, name: string): Generator<XmlNode> {
  for (const each of elements(node)) {
    if (isFallback(each)) continue;
    if (each.name === name) yield each;
    else yield* outermost(each, name);
  }
}

/** Inlines of one paragraph, with its anchors, images and boxes. */
export class Runs {
  readonly inlines: Inline[] = [];
  readonly anchors: string[] = [];
  /** Images and boxes. */
  readonly extra: Block[] = [];
  /** Open fields, innermost last. */
  private readonly fields: { instruction: string; isResult: boolean }[] = [];

  constructor(private readonly file: DocxParts) {}

  read(node: XmlNode, marks: Marks): void {
    for (const each of elements(node)) this.element(each, marks);
  }

  private element(node: XmlNode, marks: Marks): void {
    switch (node.name) {
      case 'w:r':
        return this.run(node, marks);
      case 'w:hyperlink': {
        const href = this.file.href(node);
        return this.read(node, { ...marks, ...(href && { href }) });
      }
      case 'w:bookmarkStart':
        return void this.anchors.push(node.attributes['w:name'] ?? '');
      case 'm:t':
        return this.say(words(node), marks);
      case 'm:f':
        return this.math(node, ['m:num', '/', 'm:den'], marks);
      case 'm:sSup':
        return this.math(node, ['m:e', '^', 'm:sup'], marks);
      // Deleted text and properties.
      case 'w:del':
      case 'w:moveFrom':
      case 'w:pPr':
      case 'w:sdtPr':
      case 'mc:Fallback':
        return;
      default:
        return this.read(node, marks);
    }
  }

  /** Writes two parts of a formula around an operator, with parentheses around compound parts. */
  private math(
    node: XmlNode,
    [left, operator, right]: [string, string, string],
    marks: Marks,
  ): void {
    for (const name of [left, right]) {
      const part = child(node, name);
      if (name === right) this.say(operator, marks);
      if (!part) continue;
      const isCompound = /[^\p{L}\p{N}.,]/u.test([...below(part, 'm:t')].map(words).join(''));
      if (isCompound) this.say('(', marks);
      this.read(part, marks);
      if (isCompound) this.say(')', marks);
    }
  }

  private run(node: XmlNode, outer: Marks): void {
    const properties = child(node, 'w:rPr');
    if (isOn(child(properties, 'w:vanish'))) return;
    const field = this.fields.findLast(({ isResult }) => isResult);
    const href = field && hrefOfField(field.instruction);
    const marks: Marks = {
      ...outer,
      ...(isOn(child(properties, 'w:b')) && { bold: true }),
      ...(isOn(child(properties, 'w:i')) && { italic: true }),
      ...((isOn(child(properties, 'w:strike')) || isOn(child(properties, 'w:dstrike'))) && {
        strike: true,
      }),
      ...(href && { href }),
    };
    for (const each of elements(node)) this.piece(each, marks);
  }

  private piece(node: XmlNode, marks: Marks): void {
    switch (node.name) {
      case 'w:t':
        return this.say(words(node), marks);
      case 'w:tab':
      case 'w:ptab':
        return this.say(' ', marks);
      case 'w:cr':
      case 'w:br':
        return this.say(node.attributes['w:type'] === 'page' ? ' ' : '\n', marks);
      case 'w:sym':
        return this.say(symbolOf(node.attributes['w:font'], node.attributes['w:char']), marks);
      case 'w:noBreakHyphen':
        return this.say('-', marks);
      case 'w:fldChar': {
        const type = node.attributes['w:fldCharType'];
        if (type === 'begin') {
          if (this.fields.length < MAX_FIELDS)
            this.fields.push({ instruction: '', isResult: false });
        } else if (type === 'end') this.fields.pop();
        else if (this.fields.length > 0) this.fields.at(-1)!.isResult = true;
        return;
      }
      case 'w:instrText': {
        const field = this.fields.at(-1);
        if (field) field.instruction = (field.instruction + words(node)).slice(0, MAX_INSTRUCTION);
        return;
      }
      case 'w:footnoteReference':
        return this.say(`[${this.file.note('footnote', node.attributes['w:id'] ?? '')}]`, {});
      case 'w:endnoteReference':
        return this.say(`[${this.file.note('endnote', node.attributes['w:id'] ?? '')}]`, {});
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        return this.drawing(node);
      case 'mc:AlternateContent':
        return this.piece(
          child(node, 'mc:Choice') ?? { name: '', attributes: {}, children: [] },
          marks,
        );
      case 'mc:Choice':
        for (const each of elements(node)) this.piece(each, marks);
    }
  }

  private drawing(node: XmlNode): void {
    for (const text of outermost(node, 'w:txbxContent')) this.extra.push(this.file.boxed(text));
    const [about] = below(node, 'wp:docPr');
    const alt = about?.attributes['descr'] ?? '';
    const [extent] = below(node, 'wp:extent');
    // English metric units to pixels.
    const size = (name: string) => Number(extent?.attributes[name] ?? 0) / 9525;
    for (const blip of [...below(node, 'a:blip'), ...below(node, 'v:imagedata')]) {
      const image = this.file.image(blip.attributes['r:embed'] ?? blip.attributes['r:id']);
      if (image !== undefined || alt)
        this.extra.push({ kind: 'image', image, alt, width: size('cx'), height: size('cy') });
    }
  }

  private say(text: string, marks: Marks): void {
    this.inlines.push({ ...marks, text: text === '\n' ? text : text.replace(/[\t\r\n]+/g, ' ') });
  }
}
