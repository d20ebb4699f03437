import { type Inner, wordsOf } from '@tomekeeper/markdown';
import type { Block } from '../passages/block';
import { boxKindOf } from '../passages/boxes';
import { minOf } from '../min-max';
import type { PassageWriter } from '../passages/passage-writer';
import { ExtractionError } from '../extraction-error';
import { bodySize, Headings } from './layout/headings';
import { openPdf, type OpenPdf } from './open-pdf';
import { imagesOf } from './images';
import { regionOf } from './page-space';
import { removeUnusableFonts } from './unusable-fonts';
import { blocksOf, joinInlines, type TextBlock, type Vocabulary } from './layout/paragraphs';
import { inReadingOrder, usualGutters, type PageLayout } from './layout/reading-order';
import { withoutRunningHeads } from './layout/running-heads';
import { textOf, type Box, type Line, type PageText } from './layout/words';

/** Share of the first pass in the progress. */
const GATHERING = 0.8;
/** Scanners add fewer letters per page than this. */
const LETTERS_OF_A_SCAN = 4;

interface PageBlock {
  page: number;
  block: TextBlock;
  /** Last page, if the block continues on another page. */
  until?: number;
  /** The box around the block. */
  frame?: Box;
}

/** Collects all pages before the first passage, because only all pages show which lines are headings or running heads. */
export async function extractPdf(file: Buffer, writer: PassageWriter): Promise<void> {
  const pdf = await openPdf(file);
  writer.pages(pdf.pages);
  const pages: PageText[] = [];
  for (let number = 1; number <= pdf.pages; number++) {
    pages.push(await pdf.text(number));
    if (number % 5 === 0) writer.progress((GATHERING * number) / pdf.pages);
  }
  if (removeUnusableFonts(pages)) writer.warn('unusable_fonts');
  assertHasText(pages, pdf.hasImages);
  withoutRunningHeads(pages);
  const body = bodySize(pages.flatMap(({ lines }) => lines.flatMap(({ runs }) => runs)));
  const words = vocabularyOf(pages);
  const layout = { letter: body, gutters: usualGutters(pages.map(unitsOf), body) };
  const blocks = pages.flatMap((page, index) => pageBlocks(page, index + 1, layout, words));
  const headings = new Headings(
    blocks.filter(({ frame }) => !frame).map(({ block }) => block),
    body,
    await pdf.outline(),
  );
  await writePages(
    { pdf, pages, blocks: joinedOverPages(blocks, headings, words), headings },
    writer,
  );
}

function assertHasText(pages: readonly PageText[], hasImages: boolean): void {
  let letters = 0;
  for (const { lines, notes } of pages) {
    for (const { runs } of lines)
      for (const { text } of runs) letters += text.match(/\p{L}/gu)?.length ?? 0;
    letters += notes.join('').length;
  }
  if (letters === 0 || (hasImages && letters < LETTERS_OF_A_SCAN * pages.length))
    throw new ExtractionError('no_text');
}

/** All words that are not split at a line end. */
function vocabularyOf(pages: readonly PageText[]): Vocabulary {
  const words = new Set<string>();
  for (const { lines } of pages)
    for (const line of lines)
      for (const [word] of textOf(line)
        .toLowerCase()
        .matchAll(/\p{L}+(?:-\p{L}+)*(?=[^\p{L}-])/gu))
        words.add(word);
  return words;
}

interface Unit extends Box {
  lines: Line[];
  frame?: Box;
}

/** Boxes of a page, and the lines outside of boxes. */
function unitsOf(page: PageText): Unit[] {
  const framed = new Map<Box, Line[]>();
  const free: Line[] = [];
  for (const line of page.lines) {
    const frame = page.frames.find((each) => holds(each, line));
    if (frame) framed.set(frame, [...(framed.get(frame) ?? []), line]);
    else free.push(line);
  }
  return [
    ...free.map((line) => ({ ...edges(line), lines: [line] })),
    ...[...framed].map(([frame, lines]) => ({ ...edges(frame), lines, frame })),
  ];
}

function pageBlocks(
  page: PageText,
  number: number,
  layout: PageLayout,
  words: Vocabulary,
): PageBlock[] {
  const found: PageBlock[] = [];
  let text: Line[] = [];
  const flush = () => {
    for (const block of blocksOf(text, words)) found.push({ page: number, block });
    text = [];
  };
  for (const { lines, frame } of inReadingOrder(unitsOf(page), layout)) {
    if (!frame) {
      for (const line of lines) text.push(line);
      continue;
    }
    flush();
    const margin = minOf(lines.map(({ left }) => left)) - frame.left;
    for (const block of blocksOf(inReadingOrder(lines, layout), words, frame.right - margin))
      found.push({ page: number, block, frame });
  }
  flush();
  return found;
}

const edges = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });

const holds = (frame: Box, line: Line): boolean =>
  line.left >= frame.left - 2 &&
  line.right <= frame.right + 2 &&
  line.baseline <= frame.bottom + 1 &&
  line.baseline - line.size >= frame.top - 0.5 * line.size;

/** Joins paragraphs that are split at the end of a column or page. */
function joinedOverPages(
  blocks: PageBlock[],
  headings: Headings,
  words: Vocabulary,
): (PageBlock & { level: number | undefined })[] {
  const joined: (PageBlock & { level: number | undefined })[] = [];
  for (const each of blocks) {
    const level = each.frame ? undefined : headings.levelOf(each.block);
    const last = joined.at(-1);
    if (last && level === undefined && last.level === undefined && goesOn(last, each)) {
      const inlines = joinInlines(last.block.inlines, each.block.inlines, words);
      const lines = [...last.block.lines, ...each.block.lines];
      last.block = { ...last.block, inlines, lines };
      last.until = each.page;
    } else joined.push({ ...each, level });
  }
  return joined;
}

function goesOn(last: PageBlock, next: PageBlock): boolean {
  if (last.frame !== next.frame || next.block.kind !== 'paragraph') return false;
  if (last.block.kind === 'table') return false;
  const [before, after] = [last.block.lines.at(-1)!, next.block.lines[0]!];
  const lastPage = last.until ?? last.page;
  const goesUp = next.page > lastPage || after.baseline < before.baseline;
  return (
    goesUp &&
    next.page - lastPage <= 1 &&
    Math.abs(before.size - after.size) < 0.06 * after.size &&
    !/[.!?:”"»)]\s*$/.test(wordsOf(last.block.inlines)) &&
    /^\s*[\p{Ll}(“"„«]/u.test(wordsOf(next.block.inlines))
  );
}

interface ParsedPdf {
  pdf: OpenPdf;
  pages: PageText[];
  blocks: (PageBlock & { level: number | undefined })[];
  headings: Headings;
}

async function writePages(
  { pdf, pages, blocks, headings }: ParsedPdf,
  writer: PassageWriter,
): Promise<void> {
  const images = await imagesOf(pdf, writer);
  let at = 0;
  for (const [index, page] of pages.entries()) {
    const number = index + 1;
    const shown = await images.ofPage(number, page.space);
    const list = new ListDepths();
    while (at < blocks.length && blocks[at]!.page === number) {
      const first = blocks[at]!;
      const boxed = [first];
      if (first.frame)
        while (blocks[at + boxed.length]?.frame === first.frame)
          boxed.push(blocks[at + boxed.length]!);
      at += boxed.length;
      // Images precede the text below them.
      while (shown[0] && shown[0].box.bottom <= first.block.box.top + first.block.lines[0]!.size)
        writer.add(imageBlock(shown.shift()!, page, number));
      if (first.frame) writer.add(boxBlock(boxed, first.frame, page, headings));
      else writer.add(blockOf(first, page, list));
    }
    for (const image of shown) writer.add(imageBlock(image, page, number));
    for (const note of page.notes)
      writer.add({ kind: 'paragraph', inlines: [{ text: note }], page: number });
    if (number % 5 === 0) writer.progress(GATHERING + ((1 - GATHERING) * number) / pages.length);
  }
}

const imageBlock = (
  { box, ...image }: { image: number; width: number; height: number; box: Box },
  page: PageText,
  number: number,
): Block => ({ kind: 'image', ...image, page: number, region: regionOf(box, page.space) });

/** Depth of list items by their indent relative to the previous items. */
class ListDepths {
  private indents: number[] = [];

  of(block: TextBlock): number {
    if (block.kind !== 'list_item') {
      this.indents = [];
      return 0;
    }
    while (this.indents.length > 0 && this.indents.at(-1)! > block.indent + 3) this.indents.pop();
    if (this.indents.length === 0 || this.indents.at(-1)! < block.indent - 3)
      this.indents.push(block.indent);
    return Math.min(8, this.indents.length - 1);
  }
}

function blockOf(
  { page: number, block, level }: PageBlock & { level: number | undefined },
  page: PageText,
  list: ListDepths,
): Block {
  const place = { page: number, region: regionOf(block.box, page.space) };
  const depth = list.of(block);
  if (level !== undefined) {
    const marker = block.marker === undefined ? '' : `${block.marker} `;
    const text = `${marker}${wordsOf(block.inlines)}`.replaceAll('\n', ' ');
    return { kind: 'heading', level, inlines: [{ text }], ...place };
  }
  if (block.kind === 'table')
    return { kind: 'table', rows: block.rows!, hasHeader: block.hasHeader === true, ...place };
  return {
    kind: block.kind,
    depth,
    inlines: block.inlines,
    ...(block.marker !== undefined && { marker: block.marker }),
    ...place,
  };
}

function boxBlock(boxed: PageBlock[], frame: Box, page: PageText, headings: Headings): Block {
  const list = new ListDepths();
  const blocks = boxed.map(({ block }): Inner => {
    const depth = list.of(block);
    if (headings.levelOf(block) !== undefined) return { kind: 'heading', inlines: plain(block) };
    if (block.kind === 'table') return { kind: 'table', rows: block.rows! };
    return {
      kind: block.kind,
      depth,
      inlines: block.inlines,
      ...(block.marker !== undefined && { marker: block.marker }),
    };
  });
  const place = { page: boxed[0]!.page, region: regionOf(frame, page.space) };
  return { ...boxKindOf(blocks), blocks, ...place };
}

const plain = ({ inlines }: TextBlock) => [{ text: wordsOf(inlines) }];
