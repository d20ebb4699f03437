import type { Inline } from '@tomekeeper/contracts-document';
import { isSameDress } from '../../../passages/content/formatting';

/** Control characters, which no database keeps, and marks that only lay out or hide words. */
// eslint-disable-next-line no-control-regex -- that is what it is for
const UNSEEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff\ufffe\uffff]/g;
const LIGATURES: Record<string, string> = {
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
  '\ufb05': 'st',
  '\ufb06': 'st',
};

/** Words as they are searched for: without what cannot be seen, and letters by themselves. */
export const seen = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSEEN, '')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => LIGATURES[ligature]!);

/** Runs of space become one; line breaks stay. */
const spaced = (text: string): string =>
  text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n');

/** Neighbours of the same dress become one, without space at either end; `isCode` keeps all space. */
export function tidy(inlines: readonly Inline[], isCode = false): Inline[] {
  const tidied: Inline[] = [];
  /** Kept by itself: to look at the end of a text that grows is to copy it whole. */
  let before = '\n';
  for (const inline of inlines) {
    let text = isCode ? seen(inline.text).replace(/\r\n?/g, '\n') : spaced(seen(inline.text));
    if (!isCode && /\s/.test(before)) text = text.replace(/^ +|^\n+(?=\n)/, '');
    if (!isCode && before === '\n') text = text.replace(/^\n/, '');
    if (text === '') continue;
    before = text.at(-1)!;
    const last = tidied.at(-1);
    const dressed = dress(inline, text);
    if (last && isSameDress(last, dressed)) last.text += text;
    else tidied.push(dressed);
  }
  while (tidied.length > 0) {
    const last = tidied.at(-1)!;
    last.text = isCode ? withoutLastBreaks(last.text) : last.text.trimEnd();
    if (last.text !== '') break;
    tidied.pop();
  }
  return tidied;
}

/** A pattern would look at each run of breaks from each of its places. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

function dress({ bold, italic, code, strike, href }: Inline, text: string): Inline {
  return {
    text,
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(code && { code }),
    ...(strike && { strike }),
    ...(href !== undefined && { href }),
  };
}

export const wordsOf = (inlines: readonly Inline[]): string =>
  inlines.map(({ text }) => text).join('');

const MAX_HREF = 2000;

/** Where a link leads, if that is somewhere a reader may be sent. */
export function safeHref(href: string): string | undefined {
  const trimmed = seen(href).trim();
  if (trimmed.length > MAX_HREF) return undefined;
  if (trimmed.startsWith('#')) return trimmed.length > 1 ? trimmed : undefined;
  if (!/^(https?|mailto):/i.test(trimmed)) return undefined;
  try {
    return new URL(trimmed).href;
  } catch {
    return undefined;
  }
}

/** The first piece of at most `most` units, cut after a sentence or a word, and the rest. */
export function cut(inlines: readonly Inline[], most: number): [Inline[], Inline[]] {
  let left = most;
  for (const [index, inline] of inlines.entries()) {
    if (inline.text.length <= left) {
      left -= inline.text.length;
      continue;
    }
    const at = placeToCut(inline.text, left);
    const before = { ...inline, text: inline.text.slice(0, at) };
    const after = { ...inline, text: inline.text.slice(at) };
    // Nothing to cut at in the rest of the room: what came before is a piece.
    if (at === 0 && index > 0) return [inlines.slice(0, index), inlines.slice(index)];
    return [
      [...inlines.slice(0, index), before],
      [after, ...inlines.slice(index + 1)],
    ];
  }
  return [[...inlines], []];
}

function placeToCut(text: string, most: number): number {
  const head = text.slice(0, most);
  const sentence = Math.max(
    head.lastIndexOf('. '),
    head.lastIndexOf('! '),
    head.lastIndexOf('? '),
    head.lastIndexOf('\n'),
  );
  if (sentence > most / 2) return sentence + 1;
  const word = head.lastIndexOf(' ');
  if (word > 0) return word + 1;
  // Never between the two halves of a character.
  return /[\ud800-\udbff]$/.test(head) && most > 1 ? most - 1 : most;
}
