import type { Inline } from '@tomekeeper/contracts-document';
import { hrefOfFileLink, nameLink } from '@tomekeeper/contracts-document/name-link';
import { hasSameMarks } from './marks';

/** Control characters, which PostgreSQL rejects, and invisible formatting characters. */
// eslint-disable-next-line no-control-regex -- control characters are the subject
const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff\ufffe\uffff]/g;
/** Ligatures, and Hebrew and Arabic letters in the form of their position. */
const PRESENTATION_FORMS = /[\ufb00-\ufdff\ufe70-\ufefc]/g;

/** Removes invisible characters and replaces presentation forms, so that text can be searched. */
export const visibleText = (text: string): string =>
  text
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(PRESENTATION_FORMS, (form) => form.normalize('NFKC'));

/** Collapses spaces and keeps line breaks. */
const collapseSpaces = (text: string): string =>
  text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n');

/** Merges neighbors with equal marks and trims the ends. `isCode` keeps spaces and line breaks. */
export function normalizeInlines(inlines: readonly Inline[], isCode = false): Inline[] {
  const normalized: Inline[] = [];
  /** Last character so far. Reading it from the growing text would copy the text. */
  let before = '\n';
  for (const inline of inlines) {
    let text = isCode
      ? visibleText(inline.text).replace(/\r\n?/g, '\n')
      : collapseSpaces(visibleText(inline.text));
    if (!isCode && /\s/.test(before)) text = text.replace(/^ +|^\n+(?=\n)/, '');
    if (!isCode && before === '\n') text = text.replace(/^\n/, '');
    if (text === '') continue;
    before = text.at(-1)!;
    const last = normalized.at(-1);
    const marked = marks(inline, text);
    if (last && hasSameMarks(last, marked)) last.text += text;
    else normalized.push(marked);
  }
  while (normalized.length > 0) {
    const last = normalized.at(-1)!;
    last.text = isCode ? withoutLastBreaks(last.text) : last.text.trimEnd();
    if (last.text !== '') break;
    normalized.pop();
  }
  return normalized;
}

/** A regular expression would need quadratic time. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

function marks({ bold, italic, code, strike, href }: Inline, text: string): Inline {
  return {
    text,
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(code && { code }),
    ...(strike && { strike }),
    ...(href !== undefined && { href }),
  };
}

const MAX_HREF = 2000;

/** @returns the link target, undefined unless it is an anchor, a link by name or to a file, or an http, https or mailto URL */
export function safeHref(href: string): string | undefined {
  const trimmed = visibleText(href).trim();
  if (trimmed.length > MAX_HREF) return undefined;
  if (trimmed.startsWith('#')) return trimmed.length > 1 ? trimmed : undefined;
  if (nameLink(trimmed)) return trimmed;
  if (!/^(https?|mailto):/i.test(trimmed)) return hrefOfFileLink(trimmed);
  try {
    return new URL(trimmed).href;
  } catch {
    return undefined;
  }
}

/** @returns the link target of a field instruction such as `HYPERLINK "https://a.b/" \l "part"` */
export function hrefOfField(instruction: string): string | undefined {
  const [, isAnchor, target] = /HYPERLINK\s+(\\l\s+)?"([^"]{1,2000})"/i.exec(instruction) ?? [];
  return target && safeHref(isAnchor ? `#${target}` : target);
}

/** Splits after a sentence or word, so that the first part has at most `most` UTF-16 units. */
export function splitInlines(inlines: readonly Inline[], most: number): [Inline[], Inline[]] {
  let left = most;
  for (const [index, inline] of inlines.entries()) {
    if (inline.text.length <= left) {
      left -= inline.text.length;
      continue;
    }
    const at = splitPosition(inline.text, left);
    const before = { ...inline, text: inline.text.slice(0, at) };
    const after = { ...inline, text: inline.text.slice(at) };
    // No place to split in the remaining units: the earlier inlines form the part.
    if (at === 0 && index > 0) return [inlines.slice(0, index), inlines.slice(index)];
    return [
      [...inlines.slice(0, index), before],
      [after, ...inlines.slice(index + 1)],
    ];
  }
  return [[...inlines], []];
}

function splitPosition(text: string, most: number): number {
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
  // Never between the halves of a surrogate pair.
  return /[\ud800-\udbff]$/.test(head) && most > 1 ? most - 1 : most;
}
