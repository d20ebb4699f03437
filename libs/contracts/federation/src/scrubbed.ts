/** What may be about a person, and what stands in its place. The order counts: the wider ones come last. */
const RULES: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [/\bhttps?:\/\/[^\s'"<>)]+/gi, fileOrNothing],
  [/\?[^\s'"<>)]*=[^\s'"<>)]*/g, '?[query]'],
  [/[^\s@'"<>()]+@[^\s@'"<>()]+/g, '[address]'],
  [/\beyJ[\w-]*\.[\w.-]*/g, '[token]'],
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '[id]'],
  // What is quoted may be what somebody has written; a single word in plain quotes is a name in our code.
  [/"[^"]*"|“[^”]*”|`[^`]*`/g, '"…"'],
  [/'(?![\w$.:/*[\]-]{1,40}')[^']*\s[^']*'/g, "'…'"],
  [/[\w-]{32,}|(?=[\w-]*\d)[\w-]{20,}/g, '[token]'],
  // Codes in mails have six digits.
  [/\d{6,}/g, '[number]'],
];

/** Of addresses only those of our own files are of use, and they without a query. */
function fileOrNothing(address: string): string {
  const file = /\/(?:static\/js|remotes)\/[\w./-]+/.exec(address)?.[0];
  return file ?? '[address]';
}

/**
 * A text of an error without what may be about a person: addresses, ids, tokens, codes, quoted words. Texts that
 * the person reads must not be put into errors in the first place.
 */
export function scrubbed(text: string, max: number): string {
  // Cut first, so that a text of any length costs no more than a short one.
  let clean = text.slice(0, 4 * max);
  for (const [pattern, by] of RULES)
    clean = typeof by === 'string' ? clean.replace(pattern, by) : clean.replace(pattern, by);
  return clean.replace(/\s+/g, ' ').trim().slice(0, max);
}
