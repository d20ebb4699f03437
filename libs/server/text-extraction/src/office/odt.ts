import type { Inline } from '@tomekeeper/contracts-document';
import { innersOf, wordsOf } from '@tomekeeper/markdown';
import { separateImages, type Block } from '../passages/block';
import { boxKindOf } from '../passages/boxes';
import { safeHref } from '../passages/inlines';
import type { PassageWriter } from '../passages/passage-writer';
import { ExtractionError } from '../extraction-error';
import { counted } from './docx-lists';
import { boxOfStyle, ParagraphGroups, isCodeStyle } from './paragraph-groups';
import { child, childrenOf, eachChildOf, elements, words, type XmlNode } from './xml';
import { cellInlines } from '../passages/cells';
import type { Zip } from './zip';
import { ZipImages } from './zip-images';

type Marks = Omit<Inline, 'text'>;
type Placed = { block: Block; key?: string; box?: Pick<Block, 'kind' | 'label'> };

interface Style {
  name: string;
  parent: string | undefined;
  marks: Marks;
  isFramed: boolean;
}

export function extractOdt(zip: Zip, writer: PassageWriter): void {
  if (/encryption-data/.test(zip.text('META-INF/manifest.xml') ?? ''))
    throw new ExtractionError('locked');
  const source = zip.text('content.xml');
  if (source === undefined) throw new ExtractionError('damaged');
  const reader = new OdtReader(zip, source, writer);
  eachChildOf('office:text', source, (node) => reader.read(node));
  reader.end();
}

class OdtReader {
  private readonly styles = new Map<string, Style>();
  /** Numbering by list style and level. Levels without an entry have bullets. */
  private readonly lists = new Map<
    string,
    Map<number, { format: string; start: number; sign: string }>
  >();
  private readonly linked: ReadonlySet<string>;
  private readonly groups: ParagraphGroups;
  private readonly images: ZipImages;
  private notes = 0;

  constructor(
    private readonly zip: Zip,
    source: string,
    writer: PassageWriter,
  ) {
    for (const text of [zip.text('styles.xml') ?? '', source]) {
      eachChildOf('office:styles', text, (node) => this.style(node));
      eachChildOf('office:automatic-styles', text, (node) => this.style(node));
    }
    this.linked = new Set([...source.matchAll(/xlink:href="#([^"|]+)/g)].map(([, name]) => name!));
    this.groups = new ParagraphGroups(writer);
    this.images = new ZipImages(zip, writer);
  }

  read(node: XmlNode): void {
    for (const { block, key, box } of this.blocks(node, -1, undefined))
      this.groups.add(block, key, box);
  }

  end(): void {
    this.groups.flush();
  }

  private style(node: XmlNode): void {
    const { attributes } = node;
    const name = attributes['style:name'] ?? '';
    if (node.name === 'style:style') {
      const text = child(node, 'style:text-properties')?.attributes ?? {};
      const paragraph = child(node, 'style:paragraph-properties')?.attributes ?? {};
      const border = paragraph['fo:border'];
      const ground = paragraph['fo:background-color'];
      this.styles.set(name, {
        name: attributes['style:display-name'] ?? name,
        parent: attributes['style:parent-style-name'],
        marks: {
          ...(/bold|[6-9]00/.test(text['fo:font-weight'] ?? '') && { bold: true }),
          ...(/italic|oblique/.test(text['fo:font-style'] ?? '') && { italic: true }),
          ...(/solid|double|wave/.test(text['style:text-line-through-style'] ?? '') && {
            strike: true,
          }),
        },
        isFramed:
          (border !== undefined && border !== 'none') ||
          (ground !== undefined && !/transparent|#ffffff/i.test(ground)),
      });
    } else if (node.name === 'text:list-style') {
      const levels = childrenOf(node, 'text:list-level-style-number').map(
        ({ attributes: level }) =>
          [
            Number(level['text:level'] ?? 1) - 1,
            {
              format: level['style:num-format'] ?? '1',
              start: Number(level['text:start-value'] ?? 1) || 1,
              sign: level['style:num-suffix'] ?? '.',
            },
          ] as const,
      );
      this.lists.set(name, new Map(levels));
    }
  }

  /** Display names of a style and its ancestors. */
  private namesOf(name: string | undefined): string[] {
    const names: string[] = [];
    for (let at = name; at !== undefined && names.length < 10; at = this.styles.get(at)?.parent)
      names.push((this.styles.get(at)?.name ?? at).replaceAll('_20_', ' '));
    return names;
  }

  private blocks(node: XmlNode, depth: number, list: string | undefined): Placed[] {
    switch (node.name) {
      case 'text:h':
      case 'text:p':
        return this.paragraph(node);
      case 'text:list':
        return this.list(node, depth + 1, node.attributes['text:style-name'] ?? list);
      case 'table:table':
        return this.table(node);
      case 'draw:frame':
        return this.frame(node).map((block) => ({ block }));
      case 'text:tracked-changes':
      case 'text:sequence-decls':
      case 'office:forms':
      case 'office:annotation':
        return [];
      default:
        return elements(node).flatMap((each) => this.blocks(each, depth, list));
    }
  }

  private paragraph(node: XmlNode): Placed[] {
    const style = node.attributes['text:style-name'];
    const names = this.namesOf(style);
    const extra: Block[] = [];
    const anchors: string[] = [];
    const isHeading = node.name === 'text:h' || names.some((name) => /^title$/i.test(name));
    const inlines: Inline[] = [];
    this.words(node, isHeading ? {} : (this.styles.get(style ?? '')?.marks ?? {}), {
      inlines,
      extra,
      anchors,
    });
    const images = extra.filter(({ kind }) => kind === 'image');
    const block: Block = {
      kind: 'paragraph',
      inlines,
      images,
      anchors: anchors.filter((name) => this.linked.has(name)),
    };
    const after = extra.filter(({ kind }) => kind !== 'image').map((each) => ({ block: each }));
    if (isHeading) {
      const level = Number(node.attributes['text:outline-level'] ?? 1) || 1;
      return [
        { block: { ...block, kind: 'heading', level, inlines: [{ text: wordsOf(inlines) }] } },
        ...after,
      ];
    }
    const isEmpty = wordsOf(inlines).trim() === '' && extra.length > 0;
    const group = this.groupOf(names, style);
    if (isEmpty) return [...images.map((image) => ({ block: image, ...group })), ...after];
    if (group.key === undefined && names.includes('Horizontal Line'))
      return [{ block: { kind: 'divider' } }];
    return [{ block, ...group }, ...after];
  }

  /** The group of a paragraph in `ParagraphGroups`. */
  private groupOf(names: readonly string[], style: string | undefined): Omit<Placed, 'block'> {
    if (names.some(isCodeStyle)) return { key: 'code' };
    for (const name of names) {
      const box = boxOfStyle(name);
      if (box) return { key: name, box };
    }
    return this.styles.get(style ?? '')?.isFramed ? { key: 'frame' } : {};
  }

  private list(node: XmlNode, depth: number, name: string | undefined): Placed[] {
    const level = this.lists.get(name ?? '')?.get(depth);
    let count = level?.start ?? 1;
    return elements(node).flatMap((item) => {
      let isFirst = item.name === 'text:list-item';
      const own = item.attributes['text:start-value'];
      if (own !== undefined) count = Number(own) || count;
      const placed = elements(item).flatMap((each) =>
        this.blocks(each, depth, name).map((found) => {
          if (found.block.kind !== 'paragraph' || !isFirst) return found;
          isFirst = false;
          const marker =
            level && level.format !== ''
              ? `${counted(count, level.format)}${level.sign}`
              : undefined;
          return {
            block: {
              ...found.block,
              kind: 'list_item' as const,
              depth,
              ...(marker !== undefined && { marker }),
            },
          };
        }),
      );
      if (item.name === 'text:list-item') count++;
      return placed;
    });
  }

  private table(node: XmlNode): Placed[] {
    const images: Block[] = [];
    const cellBlocks = (cell: XmlNode) => {
      const content = this.contentOf(cell);
      images.push(...content.images);
      return content.blocks;
    };
    const rows: XmlNode[] = [];
    let heads = 0;
    const visit = (within: XmlNode, isHead: boolean) => {
      for (const each of elements(within)) {
        if (each.name === 'table:table-row') {
          rows.push(each);
          if (isHead) heads++;
        } else if (/^table:table-(header-rows|rows|row-group)$/.test(each.name))
          visit(each, isHead || each.name === 'table:table-header-rows');
      }
    };
    visit(node, false);
    const cellsOf = (row: XmlNode) =>
      elements(row).filter(({ name }) => /^table:(covered-)?table-cell$/.test(name));
    if (rows.length === 1 && cellsOf(rows[0]!).length === 1) {
      const blocks = cellBlocks(cellsOf(rows[0]!)[0]!).flatMap(innersOf);
      return [{ block: { ...boxKindOf(blocks), blocks, images } }];
    }
    const grid = rows.map((row) => cellsOf(row).map((cell) => cellInlines(cellBlocks(cell))));
    return [{ block: { kind: 'table', rows: grid, hasHeader: heads > 0, images } }];
  }

  /** The contents of a box or cell. */
  private contentOf(node: XmlNode | undefined): { blocks: Block[]; images: Block[] } {
    const placed = elements(node).flatMap((each) => this.blocks(each, -1, undefined));
    return separateImages(placed.map(({ block }) => block));
  }

  private frame(node: XmlNode): Block[] {
    const box = child(node, 'draw:text-box');
    if (box) {
      const { images, ...content } = this.contentOf(box);
      const blocks = content.blocks.flatMap(innersOf);
      return [{ ...boxKindOf(blocks), blocks, images }];
    }
    const href = child(node, 'draw:image')?.attributes['xlink:href'] ?? '';
    const alt = elements(node)
      .filter(({ name }) => name === 'svg:desc' || name === 'svg:title')
      .map((each) => words(each))
      .join(' ');
    const image = /^\w+:/.test(href) ? undefined : this.images.numberOf(href.replace(/^\.\//, ''));
    return image !== undefined || alt ? [{ kind: 'image', image, alt }] : [];
  }

  private words(
    node: XmlNode,
    marks: Marks,
    to: { inlines: Inline[]; extra: Block[]; anchors: string[] },
  ): void {
    for (const each of node.children) {
      if (typeof each === 'string') {
        to.inlines.push({ ...marks, text: each.replace(/\s+/g, ' ') });
        continue;
      }
      switch (each.name) {
        case 'text:span':
          this.words(
            each,
            { ...marks, ...this.styles.get(each.attributes['text:style-name'] ?? '')?.marks },
            to,
          );
          break;
        case 'text:a': {
          const href = safeHref(each.attributes['xlink:href'] ?? '');
          this.words(each, { ...marks, ...(href && { href }) }, to);
          break;
        }
        case 'text:s':
        case 'text:tab':
          to.inlines.push({ ...marks, text: ' ' });
          break;
        case 'text:line-break':
          to.inlines.push({ ...marks, text: '\n' });
          break;
        case 'text:bookmark':
        case 'text:bookmark-start':
          to.anchors.push(each.attributes['text:name'] ?? '');
          break;
        case 'draw:frame':
          to.extra.push(...this.frame(each));
          break;
        case 'text:note': {
          const number = ++this.notes;
          to.inlines.push({ text: `[${number}]` });
          const body = child(each, 'text:note-body');
          const inlines = cellInlines(this.contentOf(body).blocks);
          to.extra.push({ kind: 'paragraph', inlines: [{ text: `[${number}] ` }, ...inlines] });
          break;
        }
        case 'office:annotation':
        case 'text:tracked-changes':
          break;
        default:
          this.words(each, marks, to);
      }
    }
  }
}
