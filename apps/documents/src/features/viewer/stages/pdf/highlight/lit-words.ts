/** Normalizes to letters and digits: line breaks, hyphenation and spacing of a page differ from the extracted text. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Minimum length of a partial match, in characters, to identify the passage. */
const SURE = 24;

/**
 * Indexes of the text items of a page that belong to a passage. A passage that spans pages matches with its start or end. Empty
 * without a reliable match.
 */
export function litPieces(pieces: readonly string[], passage: string): readonly number[] {
  const wanted = bare(passage);
  const texts = pieces.map(bare);
  const all = texts.join('');
  const [from, to] = stretchOf(all, wanted);
  if (from === to) return [];
  const lit: number[] = [];
  let at = 0;
  texts.forEach((text, number) => {
    const end = at + text.length;
    if (text !== '' && at < to && end > from) lit.push(number);
    at = end;
  });
  return lit;
}

/** Range of the passage, or of its part on this page, in the page's text. */
function stretchOf(all: string, wanted: string): readonly [from: number, to: number] {
  if (wanted === '') return [0, 0];
  const whole = all.indexOf(wanted);
  if (whole >= 0) return [whole, whole + wanted.length];
  const head = wanted.slice(0, SURE);
  const tail = wanted.slice(-SURE);
  if (wanted.length <= SURE) return [0, 0];
  const begins = all.indexOf(head);
  if (begins >= 0) return [begins, begins + sharedFrom(all, begins, wanted)];
  const ends = all.lastIndexOf(tail);
  if (ends < 0) return [0, 0];
  const end = ends + tail.length;
  return [end - sharedUpTo(all, end, wanted), end];
}

function sharedFrom(all: string, at: number, wanted: string): number {
  let length = 0;
  while (length < wanted.length && all[at + length] === wanted[length]) length += 1;
  return length;
}

function sharedUpTo(all: string, end: number, wanted: string): number {
  let length = 0;
  while (length < wanted.length && all[end - 1 - length] === wanted.at(-1 - length)) length += 1;
  return length;
}
