import type { Inline } from '@tomekeeper/contracts-document';
import { mapInlines } from '@tomekeeper/text-extraction';
import { breakLines, escapeText, longestBackticks } from './escape';
import { writeLink, type LinkTargetOf } from './links';
import { joinPieces, markupPiece, textPiece, type Mark, type Piece } from './mark-signs';

const MARKS = ['strike', 'bold', 'italic'] as const satisfies readonly Mark[];

/** Text with uniform marks, or a link. */
interface Unit extends Pick<Inline, Mark> {
  href?: string | undefined;
  /** Without the marks of the unit. */
  inlines: Inline[];
}

/** @param lineEnd the markup of a line break */
export function writeInlines(
  inlines: readonly Inline[],
  lineEnd: string,
  targetOf: LinkTargetOf,
): string {
  const writer = new InlineWriter(lineEnd, targetOf);
  const linked = mapInlines(inlines, ({ href, ...inline }) =>
    href !== undefined && targetOf(href) ? { ...inline, href } : inline,
  );
  return writer.write(linked).trim();
}

class InlineWriter {
  constructor(
    private readonly lineEnd: string,
    private readonly targetOf: LinkTargetOf,
  ) {}

  write(inlines: readonly Inline[]): string {
    return joinPieces(this.pieces(unitsOf(inlines), MARKS));
  }

  private pieces(units: readonly Unit[], [mark, ...rest]: readonly Mark[]): Piece[] {
    if (!mark) return units.map((unit) => this.leaf(unit));
    return runsOf(units, (unit) => unit[mark] === true).flatMap(([isMarked, run]) => {
      if (!isMarked) return this.pieces(run, rest);
      const { before, units: marked, after } = trimRun(run);
      if (marked.length === 0) return this.spaces(before + after);
      return [
        ...this.spaces(before),
        { mark, side: 'open' } as const,
        ...this.pieces(marked, rest),
        { mark, side: 'close' } as const,
        ...this.spaces(after),
      ];
    });
  }

  private spaces(text: string): Piece[] {
    return text === '' ? [] : [textPiece(breakLines(text, this.lineEnd), text)];
  }

  private leaf({ href, inlines }: Unit): Piece {
    if (href !== undefined) {
      const link = writeLink(this.targetOf(href), inlines, () => this.write(inlines));
      if (link !== undefined) return markupPiece(link);
    }
    const [{ text, code } = { text: '' }] = inlines;
    if (inlines.length > 1) return markupPiece(this.write(inlines));
    return code ? this.code(text) : textPiece(breakLines(escapeText(text), this.lineEnd), text);
  }

  private code(text: string): Piece {
    if (text.includes('\n'))
      return markupPiece(`<code>${breakLines(escapeText(text), this.lineEnd)}</code>`);
    const marks = '`'.repeat(longestBackticks(text) + 1);
    const isPadded = /^`|`$/.test(text) || (/^ .* $/s.test(text) && text.trim() !== '');
    return markupPiece(isPadded ? `${marks} ${text} ${marks}` : `${marks}${text}${marks}`);
  }
}

/** The inlines of one link form one unit with their common marks. */
function unitsOf(inlines: readonly Inline[]): Unit[] {
  return runsOf(inlines, ({ href }) => href).flatMap(([href, run]) =>
    href === undefined ? run.map((inline) => unitOf([inline])) : [{ href, ...unitOf(run) }],
  );
}

function unitOf(run: readonly Inline[]): Unit {
  const common = MARKS.filter((mark) => run.every((inline) => inline[mark]));
  const inlines = run.map(({ text, code, ...marks }) => ({
    text,
    ...(code && { code }),
    ...Object.fromEntries(
      MARKS.filter((mark) => marks[mark] && !common.includes(mark)).map((mark) => [mark, true]),
    ),
  }));
  return { ...Object.fromEntries(common.map((mark) => [mark, true])), inlines };
}

function runsOf<T, K>(items: readonly T[], keyOf: (item: T) => K): [K, T[]][] {
  const runs: [K, T[]][] = [];
  for (const item of items) {
    const key = keyOf(item);
    const last = runs.at(-1);
    if (last && last[0] === key) last[1].push(item);
    else runs.push([key, [item]]);
  }
  return runs;
}

/** Moves spaces at the ends of a marked run out of the run: signs next to spaces are no marks. */
function trimRun(run: readonly Unit[]): { before: string; units: Unit[]; after: string } {
  const units = [...run];
  let [before, after] = ['', ''];
  for (let first = units[0]; first && isPlain(first); first = units[0]) {
    const { text } = first.inlines[0]!;
    const rest = text.trimStart();
    before += text.slice(0, text.length - rest.length);
    if (rest !== '') {
      units[0] = { ...first, inlines: [{ text: rest }] };
      break;
    }
    units.shift();
  }
  for (let last = units.at(-1); last && isPlain(last); last = units.at(-1)) {
    const { text } = last.inlines[0]!;
    const rest = text.trimEnd();
    after = text.slice(rest.length) + after;
    if (rest !== '') {
      units[units.length - 1] = { ...last, inlines: [{ text: rest }] };
      break;
    }
    units.pop();
  }
  return { before, units, after };
}

const isPlain = ({ href, inlines }: Unit): boolean => href === undefined && !inlines[0]?.code;
