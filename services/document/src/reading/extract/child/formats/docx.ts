import path from 'node:path';
import type { Inline } from '@tomekeeper/contracts-document';
import type { Block } from '../block';
import { safeHref, wordsOf } from '../inlines';
import type { Out } from '../out';
import { Refused } from '../refused';
import { Numbering } from './docx-lists';
import { boxOfStyle, cellOf, Flow, framed, isCodeStyle } from './flow';
import { innerOf } from './html-reader';
import {
  below,
  child,
  childrenOf,
  eachChildOf,
  elements,
  parseXml,
  words,
  type XmlNode,
} from './xml';
import type { Zip } from './zip';

interface Style {
  name: string;
  level?: number | undefined;
  list?: XmlNode | undefined;
}
type Dress = Omit<Inline, 'text'>;

const value = (node: XmlNode | undefined): string | undefined => node?.attributes['w:val'];
/** `<w:b/>` and `<w:b w:val="true"/>` are on, `<w:b w:val="0"/>` is off. */
const isOn = (node: XmlNode | undefined): boolean =>
  node !== undefined && !/^(0|false|off|none)$/.test(value(node) ?? '');

/** Word's files: paragraphs with the level, list and box that they or their styles name. */
export function readDocx(zip: Zip, out: Out): void {
  const main = mainPart(zip);
  const source = zip.text(main);
  if (source === undefined) throw new Refused('damaged');
  const reader = new DocxReader(zip, main, source, out);
  eachChildOf('w:body', source, (node) => reader.read(node));
  reader.end();
}

function mainPart(zip: Zip): string {
  const rels = zip.text('_rels/.rels');
  const found =
    rels &&
    childrenOf(parseXml(rels), 'Relationship').find(({ attributes }) =>
      /\/officeDocument$/.test(attributes['Type'] ?? ''),
    );
  return (found && found.attributes['Target']?.replace(/^\//, '')) || 'word/document.xml';
}

class DocxReader {
  private readonly folder: string;
  private readonly targets = new Map<string, string>();
  private readonly styles = new Map<string, Style>();
  private readonly numbering: Numbering;
  private readonly linked: ReadonlySet<string>;
  private readonly flow: Flow;
  private readonly notes: string[] = [];

  constructor(
    private readonly zip: Zip,
    main: string,
    source: string,
    private readonly out: Out,
  ) {
    this.folder = path.posix.dirname(main);
    const rels = zip.text(`${this.folder}/_rels/${path.posix.basename(main)}.rels`);
    for (const { attributes } of rels ? childrenOf(parseXml(rels), 'Relationship') : [])
      this.targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '');
    this.readStyles();
    const numbering = zip.text(`${this.folder}/numbering.xml`);
    this.numbering = new Numbering(numbering === undefined ? undefined : parseXml(numbering));
    this.linked = new Set([...source.matchAll(/w:anchor="([^"]+)"/g)].map(([, name]) => name!));
    this.flow = new Flow(out);
  }

  read(node: XmlNode): void {
    for (const { block, key, box } of this.blocks(node)) this.flow.add(block, key, box);
  }

  end(): void {
    this.flow.flush();
    const source =
      this.notes.length > 0 ? this.zip.text(`${this.folder}/footnotes.xml`) : undefined;
    if (source === undefined) return;
    for (const note of childrenOf(parseXml(source), 'w:footnote')) {
      const number = this.notes.indexOf(note.attributes['w:id'] ?? '') + 1;
      if (number === 0) continue;
      const inlines = cellOf(
        elements(note)
          .flatMap((each) => this.blocks(each))
          .map(({ block }) => block),
      );
      this.out.add({ kind: 'paragraph', inlines: [{ text: `[${number}] ` }, ...inlines] });
    }
  }

  private readStyles(): void {
    const source = this.zip.text(`${this.folder}/styles.xml`);
    if (source === undefined) return;
    const nodes = new Map(
      childrenOf(parseXml(source), 'w:style').map((node) => [
        node.attributes['w:styleId'] ?? '',
        node,
      ]),
    );
    for (const [id, node] of nodes) {
      const style: Style = { name: value(child(node, 'w:name')) ?? id };
      // What a style does not say, the one that it is based on does.
      let from: XmlNode | undefined = node;
      for (let depth = 0; from && depth < 10; depth++) {
        const properties = child(from, 'w:pPr');
        style.level ??= levelOf(
          value(child(from, 'w:name')),
          value(child(properties, 'w:outlineLvl')),
        );
        style.list ??= child(properties, 'w:numPr');
        from = nodes.get(value(child(from, 'w:basedOn')) ?? '');
      }
      this.styles.set(id, style);
    }
  }

  private blocks(
    node: XmlNode,
  ): { block: Block; key?: string; box?: Pick<Block, 'kind' | 'label'> }[] {
    switch (node.name) {
      case 'w:p':
        return this.paragraph(node);
      case 'w:tbl':
        return this.table(node);
      case 'w:sdt':
      case 'w:sdtContent':
      case 'w:ins':
      case 'w:moveTo':
      case 'w:customXml':
      case 'w:smartTag':
        return elements(node).flatMap((each) => this.blocks(each));
      default:
        return [];
    }
  }

  private paragraph(
    node: XmlNode,
  ): { block: Block; key?: string; box?: Pick<Block, 'kind' | 'label'> }[] {
    const properties = child(node, 'w:pPr');
    const style = this.styles.get(value(child(properties, 'w:pStyle')) ?? '');
    const runs = new Runs(this);
    runs.read(node, {});
    const anchors = runs.anchors.filter((name) => this.linked.has(name));
    const block: Block = {
      kind: 'paragraph',
      inlines: runs.inlines,
      ...(anchors.length > 0 && { anchors }),
    };
    const level = levelOf(undefined, value(child(properties, 'w:outlineLvl'))) ?? style?.level;
    const list = child(properties, 'w:numPr') ?? style?.list;
    const id = value(child(list, 'w:numId'));
    const depth = Number(value(child(list, 'w:ilvl')) ?? 0) || 0;
    const isEmpty = wordsOf(runs.inlines).trim() === '';
    const marker =
      id !== undefined && id !== '0' && !isEmpty ? this.numbering.next(id, depth) : undefined;
    const extra = runs.extra.map((each) => ({ block: each }));
    if (level !== undefined) {
      const inlines = [
        ...(marker === undefined ? [] : [{ text: `${marker} ` }]),
        { text: wordsOf(runs.inlines).replaceAll('\n', ' ') },
      ];
      return [{ block: { ...block, kind: 'heading', level, inlines } }, ...extra];
    }
    if (id !== undefined && id !== '0')
      Object.assign(block, { kind: 'list_item', depth, ...(marker !== undefined && { marker }) });
    if (isEmpty && extra.length > 0) return extra;
    const name = style?.name ?? '';
    if (isCodeStyle(name)) return [{ block, key: 'code' }, ...extra];
    const box = boxOfStyle(name);
    if (box) return [{ block, key: name, box }, ...extra];
    return isFramed(properties) ? [{ block, key: 'frame' }, ...extra] : [{ block }, ...extra];
  }

  private table(node: XmlNode): { block: Block }[] {
    const images: Block[] = [];
    const rows = childrenOf(node, 'w:tr');
    const cellBlocks = (cell: XmlNode) =>
      elements(cell)
        .flatMap((each) => this.blocks(each))
        .map(({ block }) => block)
        .filter((block) => block.kind !== 'image' || !images.push(block));
    const cells = rows.flatMap((row) => childrenOf(row, 'w:tc'));
    const found: { block: Block }[] = [];
    if (cells.length === 1) {
      // A box, as most programs let people draw one.
      const blocks = cellBlocks(cells[0]!).flatMap((block) => block.blocks ?? [innerOf(block)]);
      found.push({ block: { ...framed(blocks), blocks } });
    } else {
      const grid = rows.map((row) =>
        childrenOf(row, 'w:tc').flatMap((cell) => {
          const properties = child(cell, 'w:tcPr');
          const span = Math.min(50, Number(value(child(properties, 'w:gridSpan')) ?? 1) || 1);
          const merged = child(properties, 'w:vMerge');
          const isBelow = merged !== undefined && value(merged) !== 'restart';
          return [
            isBelow ? [] : cellOf(cellBlocks(cell)),
            ...Array.from({ length: span - 1 }, () => []),
          ];
        }),
      );
      const first = rows[0];
      const isHead = child(child(first, 'w:trPr'), 'w:tblHeader') !== undefined;
      const isBold = (row: Inline[][] | undefined) =>
        row?.flat().every(({ bold, text }) => bold === true || text.trim() === '') === true;
      const hasHeader = isHead || (grid.length > 1 && isBold(grid[0]) && !isBold(grid[1]));
      found.push({ block: { kind: 'table', rows: grid, hasHeader } });
    }
    return [...found, ...images.map((block) => ({ block }))];
  }

  href(node: XmlNode): string | undefined {
    const anchor = node.attributes['w:anchor'];
    const target = this.targets.get(node.attributes['r:id'] ?? '');
    if (target === undefined) return anchor ? safeHref(`#${anchor}`) : undefined;
    return safeHref(anchor ? `${target}#${anchor}` : target);
  }

  image(id: string | undefined): number | undefined {
    const target = this.targets.get(id ?? '');
    if (!target || /^\w+:/.test(target)) return undefined;
    const name = target.startsWith('/') ? target.slice(1) : path.posix.join(this.folder, target);
    const bytes = this.zip.bytes(name);
    return bytes && this.out.image(bytes);
  }

  /** What stands in a box beside the text. */
  boxed(node: XmlNode): Block {
    const blocks = elements(node)
      .flatMap((each) => this.blocks(each))
      .flatMap(({ block }) => block.blocks ?? (block.kind === 'image' ? [] : [innerOf(block)]));
    return { ...framed(blocks), blocks };
  }

  note(id: string): number {
    if (!this.notes.includes(id)) this.notes.push(id);
    return this.notes.indexOf(id) + 1;
  }
}

/** Words of one paragraph, and what hangs on them. */
class Runs {
  readonly inlines: Inline[] = [];
  readonly anchors: string[] = [];
  /** Pictures and boxes. */
  readonly extra: Block[] = [];
  /** Instructions of the fields that are open, innermost last. */
  private readonly fields: { instruction: string; isResult: boolean }[] = [];

  constructor(private readonly file: DocxReader) {}

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
      case 'w:noBreakHyphen':
        return this.say('-', dress);
      case 'w:fldChar': {
        const type = node.attributes['w:fldCharType'];
        if (type === 'begin') this.fields.push({ instruction: '', isResult: false });
        else if (type === 'end') this.fields.pop();
        else if (this.fields.length > 0) this.fields.at(-1)!.isResult = true;
        return;
      }
      case 'w:instrText': {
        const field = this.fields.at(-1);
        if (field) field.instruction += words(node);
        return;
      }
      case 'w:footnoteReference':
        return this.say(`[${this.file.note(node.attributes['w:id'] ?? '')}]`, {});
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
    for (const text of below(node, 'w:txbxContent')) this.extra.push(this.file.boxed(text));
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

/** From 1; Word counts outline levels from 0, and 9 is text. */
function levelOf(name: string | undefined, outline: string | undefined): number | undefined {
  if (outline !== undefined && Number(outline) < 9) return Math.min(6, Number(outline) + 1);
  const found = /^(?:heading|überschrift|titre) ?([1-9])$/i.exec(name ?? '')?.[1];
  if (found) return Math.min(6, Number(found));
  return /^title$/i.test(name ?? '') ? 1 : undefined;
}

function isFramed(properties: XmlNode | undefined): boolean {
  const border = child(properties, 'w:pBdr');
  const sides = elements(border).filter((side) => !/^(nil|none)?$/.test(value(side) ?? ''));
  const ground = child(properties, 'w:shd')?.attributes['w:fill'] ?? 'auto';
  return sides.length >= 3 || !/^(auto|ffffff)$/i.test(ground);
}
