// Decides how marks are written: as Markdown's signs where these are read as marks, otherwise as HTML tags.

export type Mark = 'bold' | 'italic' | 'strike';
/** The character at an end of a piece, as Markdown distinguishes them. */
type CharacterClass = 'space' | 'sign' | 'word';

/** Inline Markdown, or the beginning or end of a mark. */
export type Piece =
  | { markdown: string; first: CharacterClass; last: CharacterClass }
  | { mark: Mark; side: 'open' | 'close' };

const TAGS = { bold: 'b', italic: 'i', strike: 's' } as const;

const classOf = (character: string | undefined): CharacterClass => {
  if (character === undefined || /\s/.test(character)) return 'space';
  return /[\p{P}\p{S}]/u.test(character) ? 'sign' : 'word';
};

/** @param text the text without markup */
export function textPiece(markdown: string, text: string): Piece {
  const last = text.length > 1 && /[\udc00-\udfff]$/.test(text) ? text.slice(-2) : text.at(-1);
  const first = text === '' ? undefined : String.fromCodePoint(text.codePointAt(0)!);
  return { markdown, first: classOf(first), last: classOf(last) };
}

export const markupPiece = (markdown: string): Piece => ({ markdown, first: 'sign', last: 'sign' });

/** Joins pieces; each opened mark must be closed in reverse order. */
export function joinPieces(pieces: readonly Piece[]): string {
  const open: { sign: string; tag: string }[] = [];
  let markdown = '';
  for (const [at, piece] of pieces.entries()) {
    if ('markdown' in piece) {
      // An exclamation mark before a link would make an image.
      if (piece.markdown.startsWith('[')) markdown = markdown.replace(/!$/, '\\!');
      markdown += piece.markdown;
    } else if (piece.side === 'close') {
      const { sign, tag } = open.pop()!;
      markdown += sign || `</${tag}>`;
    } else {
      const sign = signOf(pieces, at);
      const tag = TAGS[piece.mark];
      open.push({ sign: sign ?? '', tag });
      markdown += sign ?? `<${tag}>`;
    }
  }
  return markdown;
}

/** @returns undefined if no sign is read as this mark between these neighbors */
function signOf(pieces: readonly Piece[], openAt: number): string | undefined {
  const closeAt = closingPiece(pieces, openAt);
  const { mark } = pieces[openAt] as { mark: Mark };
  const [before, first] = [pieces[openAt - 1], pieces[openAt + 1]];
  const [last, after] = [pieces[closeAt - 1], pieces[closeAt + 1]];
  const outside = [edge(before, 'last'), edge(after, 'first')];
  const inside = [edge(first, 'first'), edge(last, 'last')];
  const isRead = [0, 1].every(
    (side) => inside[side] === 'word' || (inside[side] === 'sign' && outside[side] !== 'word'),
  );
  if (!isRead) return undefined;
  if (mark === 'strike') return '~~';
  if (mark === 'bold') return '**';
  const isNextToMark = [before, first, last, after].some((piece) => piece && 'mark' in piece);
  if (!isNextToMark) return '*';
  return outside.includes('word') ? undefined : '_';
}

const edge = (piece: Piece | undefined, side: 'first' | 'last'): CharacterClass => {
  if (!piece) return 'space';
  return 'markdown' in piece ? piece[side] : 'sign';
};

function closingPiece(pieces: readonly Piece[], openAt: number): number {
  let depth = 0;
  for (let at = openAt; at < pieces.length; at++) {
    const piece = pieces[at]!;
    if ('mark' in piece) depth += piece.side === 'open' ? 1 : -1;
    if (depth === 0) return at;
  }
  return pieces.length;
}
