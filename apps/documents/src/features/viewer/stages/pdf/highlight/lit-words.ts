/** Letters and figures alone: a page breaks lines, hyphenates and spaces as its text does not. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** So much of a passage must stand on a page in one piece to be sure that it is this passage. */
const SURE = 24;

/**
 * Which pieces of a page are a passage's: their numbers, in order. A passage that begins on the page before ends on this one, and the other
 * way round. None where it is not surely there.
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

/** Where the passage stands in the page's text, or the part of it that does. */
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
