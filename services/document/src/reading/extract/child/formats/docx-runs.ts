import type { Inline } from '@tomekeeper/contracts-document';
import type { Block } from '../block';
import { safeHref } from '../inlines';
import { value } from './docx-styles';
import { symbolOf } from './docx-symbols';
import { child, elements, words, type XmlNode } from './xml';

type Dress = Omit<Inline, 'text'>;
/** Fields within each other, and letters of what one says; each run of words looks through them. */
const MAX_FIELDS = 50;
const MAX_INSTRUCTION = 5000;

/** What words of a paragraph lead to in other parts of the file. */
export interface DocxParts {
  href: (node: XmlNode) => string | undefined;
  image: (id: string | undefined) => number | undefined;
  /** What stands in a box beside the text. */
  boxed: (node: XmlNode) => Block;
  /** The number of a note. */
  note: (name: 'footnote' | 'endnote', id: string) => number;
}

/** `<w:b/>` and `<w:b w:val="true"/>` are on, `<w:b w:val="0"/>` is off. */
const isOn = (node: XmlNode | undefined): boolean =>
  node !== undefined && !/^(0|false|off|none)$/.test(value(node) ?? '');

/** What older programs show in place of what stands beside it, and says it a second time. */
const isFallback = (node: XmlNode): boolean => node.name === 'mc:Fallback';

/** Every element of this name below. */
function* below(node: XmlNode, name: string): Generator<XmlNode> {
  for (const each of elements(node)) {
    if (isFallback(each)) continue;
    if (each.name === name) yield each;
    yield* below(each, name);
  }
}

/** Elements of this name below, without those within them: whoever reads an element reads what is in it. */
function* outermost(node: XmlNode, name: string): Generator<XmlNode> {
  for (const each of elements(node)) {
    if (isFallback(each)) continue;
    if (each.name === name) yield each;
    else yield* outermost(each, name);
  }
}

/** Words of one paragraph, and what hangs on them. */
export class Runs {
  readonly inlines: Inline[] = [];
  readonly anchors: string[] = [];
  /** Pictures and boxes. */
  readonly extra: Block[] = [];
  /** Instructions of the fields that are open, innermost last. */
  private readonly fields: { instruction: string; isResult: boolean }[] = [];

  constructor(private readonly file: DocxParts) {}

  read(node: XmlNode, dress: Dress): void {
    for (const each of elements(node)) this.element(each, dress);
  }

  private element(node: XmlNode, dress: Dress): void {
    switch (node.name) {
      case 'w:r':
        return this.run(node, dress);
      case 'w:hyperlink': {
        const href = this.file.href(node);
        return this.read(node, { ...dress, ...(href && { href }) });
      }
      case 'w:bookmarkStart':
        return void this.anchors.push(node.attributes['w:name'] ?? '');
      case 'm:t':
        return this.say(words(node), dress);
      case 'm:f':
        return this.math(node, ['m:num', '/', 'm:den'], dress);
      case 'm:sSup':
        return this.math(node, ['m:e', '^', 'm:sup'], dress);
      // What was deleted, its marks, and what says how paragraphs look.
      case 'w:del':
      case 'w:moveFrom':
      case 'w:pPr':
      case 'w:sdtPr':
      case 'mc:Fallback':
        return;
      default:
        return this.read(node, dress);
    }
  }

  /** Writes two parts of a formula around their operator, compound parts in parentheses. */
  private math(
    node: XmlNode,
    [left, operator, right]: [string, string, string],
    dress: Dress,
  ): void {
    for (const name of [left, right]) {
      const part = child(node, name);
      if (name === right) this.say(operator, dress);
      if (!part) continue;
      const isCompound = /[^\p{L}\p{N}.,]/u.test([...below(part, 'm:t')].map(words).join(''));
      if (isCompound) this.say('(', dress);
      this.read(part, dress);
      if (isCompound) this.say(')', dress);
    }
  }

  private run(node: XmlNode, around: Dress): void {
    const properties = child(node, 'w:rPr');
    if (isOn(child(properties, 'w:vanish'))) return;
    const field = this.fields.findLast(({ isResult }) => isResult);
    const target = field && /^\s*HYPERLINK\s+(?:\\l\s+)?"([^"]{1,2000})"/i.exec(field.instruction);
    const href = target && safeHref(/\\l\s/.test(field.instruction) ? `#${target[1]}` : target[1]!);
    const dress: Dress = {
      ...around,
      ...(isOn(child(properties, 'w:b')) && { bold: true }),
      ...(isOn(child(properties, 'w:i')) && { italic: true }),
      ...((isOn(child(properties, 'w:strike')) || isOn(child(properties, 'w:dstrike'))) && {
        strike: true,
      }),
      ...(href && { href }),
    };
    for (const each of elements(node)) this.piece(each, dress);
  }

  private piece(node: XmlNode, dress: Dress): void {
    switch (node.name) {
      case 'w:t':
        return this.say(words(node), dress);
      case 'w:tab':
      case 'w:ptab':
        return this.say(' ', dress);
      case 'w:cr':
      case 'w:br':
        return this.say(node.attributes['w:type'] === 'page' ? ' ' : '\n', dress);
      case 'w:sym':
        return this.say(symbolOf(node.attributes['w:font'], node.attributes['w:char']), dress);
      case 'w:noBreakHyphen':
        return this.say('-', dress);
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
          dress,
        );
      case 'mc:Choice':
        for (const each of elements(node)) this.piece(each, dress);
    }
  }

  private drawing(node: XmlNode): void {
    for (const text of outermost(node, 'w:txbxContent')) this.extra.push(this.file.boxed(text));
    const [about] = below(node, 'wp:docPr');
    const alt = about?.attributes['descr'] ?? '';
    const [extent] = below(node, 'wp:extent');
    // English metric units to pixels.
    const size = (name: string) => Number(extent?.attributes[name] ?? 0) / 9525;
    for (const picture of [...below(node, 'a:blip'), ...below(node, 'v:imagedata')]) {
      const image = this.file.image(picture.attributes['r:embed'] ?? picture.attributes['r:id']);
      if (image !== undefined || alt)
        this.extra.push({ kind: 'image', image, alt, width: size('cx'), height: size('cy') });
    }
  }

  private say(text: string, dress: Dress): void {
    this.inlines.push({ ...dress, text: text === '\n' ? text : text.replace(/[\t\r\n]+/g, ' ') });
  }
}
