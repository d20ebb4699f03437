import path from 'node:path';
import type { Inline } from '@tomekeeper/contracts-document';
import { innersOf, SECRET, wordsOf } from '@tomekeeper/markdown';
import { separateImages, type Block } from '../passages/block';
import { boxKindOf } from '../passages/boxes';
import { safeHref, normalizeInlines } from '../passages/inlines';
import type { PassageWriter } from '../passages/passage-writer';
import { ExtractionError } from '../extraction-error';
import { Numbering } from './docx-lists';
import { Runs, type DocxParts } from './docx-runs';
import { levelOf, stylesOf, value, type Style } from './docx-styles';
import { boxOfStyle, ParagraphGroups, isCodeStyle } from './paragraph-groups';
import { child, childrenOf, eachChildOf, elements, parseXml, type XmlNode } from './xml';
import { cellInlines } from '../passages/cells';
import type { Zip } from './zip';
import { ZipImages } from './zip-images';

/** Elements around paragraphs, rows and cells: form fields and insertions. */
const WRAPPERS = new Set('w:sdt w:sdtContent w:ins w:moveTo w:customXml w:smartTag'.split(' '));

const wrapped = (node: XmlNode, name: string): XmlNode[] =>
  elements(node).flatMap((each) =>
    each.name === name ? [each] : WRAPPERS.has(each.name) ? wrapped(each, name) : [],
  );

export function extractDocx(zip: Zip, writer: PassageWriter): void {
  const main = mainPart(zip);
  const source = zip.text(main);
  if (source === undefined) throw new ExtractionError('damaged');
  const reader = new DocxReader(zip, main, source, writer);
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

class DocxReader implements DocxParts {
  private readonly folder: string;
  private targets: ReadonlyMap<string, string>;
  /** Paths of headers and footers. */
  private readonly margins: string[];
  private readonly styles: ReadonlyMap<string, Style>;
  private readonly numbering: Numbering;
  private readonly linked: ReadonlySet<string>;
  private readonly groups: ParagraphGroups;
  private readonly images: ZipImages;
  /** Numbers of footnotes and endnotes in order of reference, by element name and id. */
  private readonly notes = new Map<string, number>();
  /** Text of a drop cap, prepended to the next paragraph. */
  private dropCap: Inline[] = [];

  constructor(
    private readonly zip: Zip,
    main: string,
    source: string,
    private readonly writer: PassageWriter,
  ) {
    this.folder = path.posix.dirname(main);
    const relationships = this.relationshipsOf(main);
    this.targets = targetsOf(relationships);
    this.margins = relationships
      .filter(({ attributes }) => /\/(?:header|footer)$/.test(attributes['Type'] ?? ''))
      .map(({ attributes }) => this.pathOf(attributes['Target'] ?? ''));
    const styles = zip.text(`${this.folder}/styles.xml`);
    this.styles = styles === undefined ? new Map() : stylesOf(parseXml(styles));
    const numbering = zip.text(`${this.folder}/numbering.xml`);
    this.numbering = new Numbering(numbering === undefined ? undefined : parseXml(numbering));
    this.linked = new Set([...source.matchAll(/w:anchor="([^"]+)"/g)].map(([, name]) => name!));
    this.groups = new ParagraphGroups(writer);
    this.images = new ZipImages(zip, writer);
  }

  read(node: XmlNode): void {
    for (const { block, key, box } of this.blocks(node)) this.groups.add(block, key, box);
  }

  end(): void {
    this.groups.flush();
    if (this.dropCap.length > 0) this.writer.add({ kind: 'paragraph', inlines: this.dropCap });
    for (const name of ['footnote', 'endnote'] as const) this.addNotes(name);
    this.addMargins();
    this.addComments();
  }

  /** Adds each distinct header and footer once, without pure page numbers. */
  private addMargins(): void {
    const added = new Set<string>();
    for (const name of this.margins) {
      const placed = this.part(name).flatMap((each) => this.blocks(each));
      for (const block of separateImages(placed.map((each) => each.block)).blocks) {
        const text = JSON.stringify(block.blocks ?? block.rows ?? wordsOf(block.inlines ?? []));
        if (!/\p{L}/u.test(text) || added.has(text)) continue;
        added.add(text);
        this.writer.add(block);
      }
    }
  }

  /** Comments are GM only. */
  private addComments(): void {
    for (const comment of this.part(`${this.folder}/comments.xml`)) {
      const { blocks = [] } = this.boxed(comment);
      this.writer.add({ kind: 'callout', label: SECRET, blocks });
    }
  }

  /** Elements of another part of the file. Later links and images refer to this part. */
  private part(name: string): XmlNode[] {
    const source = this.zip.text(name);
    if (source === undefined) return [];
    this.targets = targetsOf(this.relationshipsOf(name));
    return elements(parseXml(source));
  }

  private relationshipsOf(part: string): XmlNode[] {
    const { dir, base } = path.posix.parse(part);
    const source = this.zip.text(`${dir}/_rels/${base}.rels`);
    return source === undefined ? [] : childrenOf(parseXml(source), 'Relationship');
  }

  private pathOf(target: string): string {
    return target.startsWith('/') ? target.slice(1) : path.posix.join(this.folder, target);
  }

  private addNotes(name: 'footnote' | 'endnote'): void {
    if (![...this.notes.keys()].some((key) => key.startsWith(name))) return;
    for (const note of this.part(`${this.folder}/${name}s.xml`)) {
      const id = note.attributes['w:id'] ?? '';
      const number = this.notes.get(`${name} ${id}`);
      if (number === undefined) continue;
      const inlines = cellInlines(
        elements(note)
          .flatMap((each) => this.blocks(each))
          .map(({ block }) => block),
      );
      this.writer.add({ kind: 'paragraph', inlines: [{ text: `[${number}] ` }, ...inlines] });
    }
  }

  private blocks(
    node: XmlNode,
  ): { block: Block; key?: string; box?: Pick<Block, 'kind' | 'label'> }[] {
    if (node.name === 'w:p') return this.paragraph(node);
    if (node.name === 'w:tbl') return this.table(node);
    return WRAPPERS.has(node.name) ? elements(node).flatMap((each) => this.blocks(each)) : [];
  }

  private paragraph(
    node: XmlNode,
  ): { block: Block; key?: string; box?: Pick<Block, 'kind' | 'label'> }[] {
    const properties = child(node, 'w:pPr');
    const style = this.styles.get(value(child(properties, 'w:pStyle')) ?? '');
    const runs = new Runs(this);
    runs.read(node, {});
    const images = runs.extra.filter(({ kind }) => kind === 'image');
    const boxes = runs.extra.filter(({ kind }) => kind !== 'image').map((block) => ({ block }));
    if (/^(?:drop|margin)$/.test(child(properties, 'w:framePr')?.attributes['w:dropCap'] ?? '')) {
      this.dropCap = normalizeInlines(runs.inlines);
      return runs.extra.map((block) => ({ block }));
    }
    const inlines = [...this.dropCap, ...runs.inlines];
    this.dropCap = [];
    const anchors = runs.anchors.filter((name) => this.linked.has(name));
    const block: Block = {
      kind: 'paragraph',
      inlines,
      images,
      ...(anchors.length > 0 && { anchors }),
    };
    const level = levelOf(undefined, value(child(properties, 'w:outlineLvl'))) ?? style?.level;
    const list = child(properties, 'w:numPr') ?? style?.list;
    const id = value(child(list, 'w:numId'));
    const depth = depthOf(value(child(list, 'w:ilvl')));
    const isEmpty = wordsOf(inlines).trim() === '';
    const marker =
      id !== undefined && id !== '0' && !isEmpty ? this.numbering.next(id, depth) : undefined;
    if (level !== undefined) {
      const titled = [
        ...(marker === undefined ? [] : [{ text: `${marker} ` }]),
        { text: wordsOf(inlines).replaceAll('\n', ' ') },
      ];
      return [{ block: { ...block, kind: 'heading', level, inlines: titled } }, ...boxes];
    }
    if (id !== undefined && id !== '0')
      Object.assign(block, { kind: 'list_item', depth, ...(marker !== undefined && { marker }) });
    const group = groupOf(style?.name ?? '', properties);
    if (isEmpty && runs.extra.length > 0)
      return [...images.map((image) => ({ block: image, ...group })), ...boxes];
    return [{ block, ...group }, ...boxes];
  }

  private table(node: XmlNode): { block: Block }[] {
    const images: Block[] = [];
    const rows = wrapped(node, 'w:tr');
    const cellBlocks = (cell: XmlNode) => {
      const placed = elements(cell).flatMap((each) => this.blocks(each));
      const content = separateImages(placed.map(({ block }) => block));
      images.push(...content.images);
      return content.blocks;
    };
    const cells = rows.flatMap((row) => wrapped(row, 'w:tc'));
    if (cells.length === 1) {
      // A table with one cell is a box.
      const blocks = cellBlocks(cells[0]!).flatMap(innersOf);
      return [{ block: { ...boxKindOf(blocks), blocks, images } }];
    }
    const grid = rows.map((row) =>
      wrapped(row, 'w:tc').flatMap((cell) => {
        const properties = child(cell, 'w:tcPr');
        const span = Math.min(50, Number(value(child(properties, 'w:gridSpan')) ?? 1) || 1);
        const merged = child(properties, 'w:vMerge');
        const isBelow = merged !== undefined && value(merged) !== 'restart';
        return [
          isBelow ? [] : cellInlines(cellBlocks(cell)),
          ...Array.from({ length: span - 1 }, () => []),
        ];
      }),
    );
    const first = rows[0];
    const isHead = child(child(first, 'w:trPr'), 'w:tblHeader') !== undefined;
    const isBold = (row: Inline[][] | undefined) =>
      row?.flat().every(({ bold, text }) => bold === true || text.trim() === '') === true;
    const hasHeader = isHead || (grid.length > 1 && isBold(grid[0]) && !isBold(grid[1]));
    return [{ block: { kind: 'table', rows: grid, hasHeader, images } }];
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
    return this.images.numberOf(this.pathOf(target));
  }

  boxed(node: XmlNode): Block {
    const blocks = elements(node)
      .flatMap((each) => this.blocks(each))
      .flatMap(({ block }) => innersOf(block));
    return { ...boxKindOf(blocks), blocks };
  }

  note(name: 'footnote' | 'endnote', id: string): number {
    const key = `${name} ${id}`;
    const number = this.notes.get(key) ?? this.notes.size + 1;
    this.notes.set(key, number);
    return number;
  }
}

const targetsOf = (relationships: readonly XmlNode[]): Map<string, string> =>
  new Map(
    relationships.map(({ attributes }) => [attributes['Id'] ?? '', attributes['Target'] ?? '']),
  );

/** Word supports nine levels. */
const depthOf = (level: string | undefined): number =>
  Math.min(8, Math.max(0, Math.floor(Number(level ?? 0)) || 0));

/** The group of a paragraph in `ParagraphGroups`. */
function groupOf(
  style: string,
  properties: XmlNode | undefined,
): { key?: string; box?: Pick<Block, 'kind' | 'label'> } {
  if (isCodeStyle(style)) return { key: 'code' };
  const box = boxOfStyle(style);
  if (box) return { key: style, box };
  return isFramed(properties) ? { key: 'frame' } : {};
}

function isFramed(properties: XmlNode | undefined): boolean {
  const border = child(properties, 'w:pBdr');
  const sides = elements(border).filter((side) => !/^(nil|none)?$/.test(value(side) ?? ''));
  const ground = child(properties, 'w:shd')?.attributes['w:fill'] ?? 'auto';
  return sides.length >= 3 || !/^(auto|ffffff)$/i.test(ground);
}
