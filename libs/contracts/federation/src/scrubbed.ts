/** Patterns of potential personal data and their replacements. Order matters: wider patterns come last. */
const RULES: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [/\bhttps?:\/\/[^\s'"<>)]+/gi, fileOrNothing],
  [/\?[^\s'"<>)]*=[^\s'"<>)]*/g, '?[query]'],
  [/[^\s@'"<>()]+@[^\s@'"<>()]+/g, '[address]'],
  [/\beyJ[\w-]*\.[\w.-]*/g, '[token]'],
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '[id]'],
  // Quoted text may be user input; a single word in straight quotes is an identifier.
  [/"[^"]*"|“[^”]*”|`[^`]*`/g, '"…"'],
  [/'(?![\w$.:/*[\]-]{1,40}')[^']*\s[^']*'/g, "'…'"],
  [/[\w-]{32,}|(?=[\w-]*\d)[\w-]{20,}/g, '[token]'],
  // Codes in e-mails have six digits.
  [/\d{6,}/g, '[number]'],
];

/** Keeps only URLs of our own files, without their query. */
function fileOrNothing(address: string): string {
  const file = /\/(?:static\/js|remotes)\/[\w./-]+/.exec(address)?.[0];
  return file ?? '[address]';
}

/**
 * Removes potential personal data from an error text: URLs, ids, tokens, codes and quoted text. Do not put user content into
 * errors in the first place.
 */
export function scrubbed(text: string, max: number): string {
  // Truncates first, to bound the cost for long texts.
  let clean = text.slice(0, 4 * max);
  for (const [pattern, by] of RULES)
    clean = typeof by === 'string' ? clean.replace(pattern, by) : clean.replace(pattern, by);
  return clean.replace(/\s+/g, ' ').trim().slice(0, max);
}
