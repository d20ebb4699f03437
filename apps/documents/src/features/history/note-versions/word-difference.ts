/** Run of words that both texts share, or that only the earlier or later one contains. */
export interface Piece {
  is: 'same' | 'removed' | 'added';
  text: string;
}

/** Maximum product of both word counts; longer texts count as completely replaced, because the comparison is quadratic. */
const MOST_COMPARED = 1_500_000;

/** Word diff of two texts. */
export function wordDifference(before: string, now: string): Piece[] {
  const one = wordsOf(before);
  const other = wordsOf(now);
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (
    end < one.length - start &&
    end < other.length - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end += 1;
  const pieces: Piece[] = [];
  put(pieces, 'same', one.slice(0, start));
  compare(one.slice(start, one.length - end), other.slice(start, other.length - end), pieces);
  put(pieces, 'same', one.slice(one.length - end));
  return pieces;
}

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

function put(pieces: Piece[], is: Piece['is'], words: readonly string[]): void {
  if (words.length === 0) return;
  const last = pieces.at(-1);
  if (last?.is === is) last.text += words.join('');
  else pieces.push({ is, text: words.join('') });
}

/** Diff by longest common subsequence. */
function compare(one: readonly string[], other: readonly string[], pieces: Piece[]): void {
  if (one.length * other.length > MOST_COMPARED) {
    put(pieces, 'removed', one);
    put(pieces, 'added', other);
    return;
  }
  const width = other.length + 1;
  const lengths = new Uint32Array((one.length + 1) * width);
  for (let at = one.length - 1; at >= 0; at -= 1)
    for (let to = other.length - 1; to >= 0; to -= 1)
      lengths[at * width + to] =
        one[at] === other[to]
          ? lengths[(at + 1) * width + to + 1]! + 1
          : Math.max(lengths[(at + 1) * width + to]!, lengths[at * width + to + 1]!);
  let at = 0;
  let to = 0;
  while (at < one.length || to < other.length) {
    const isSame = at < one.length && to < other.length && one[at] === other[to];
    if (isSame) {
      put(pieces, 'same', [one[at]!]);
      at += 1;
      to += 1;
    } else if (
      to >= other.length ||
      (at < one.length && lengths[(at + 1) * width + to]! >= lengths[at * width + to + 1]!)
    ) {
      put(pieces, 'removed', [one[at]!]);
      at += 1;
    } else {
      put(pieces, 'added', [other[to]!]);
      to += 1;
    }
  }
}
