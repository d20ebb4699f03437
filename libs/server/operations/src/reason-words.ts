const MAX_LENGTH = 240;

/** What could name a person or open something, and what stands in its place. In this order. */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z+.-]*:\/\/[^\s'")]+/gi, '(a link)'],
  [/[^\s<>()"',;:=]+@[^\s<>()"',;]+/g, '(an address)'],
  // What programs quote is what they were given; names of tables and fields may stay.
  [/"(?![\w.-]{1,40}")[^"]*"/g, '(something quoted)'],
  [/(?<!\w)'(?![\w.-]{1,40}')[^']*'/g, '(something quoted)'],
  [/(?<![\w)])(?:\/[\w.@-]+){2,}\/?/g, '(a path)'],
  // Sealed values, tokens, hashes; ids of the product are UUIDs and stay.
  [
    /(?<![\w-])(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b)(?=[\w+/=.-]*\d)[\w+/=.-]{24,}/gi,
    '(a long text)',
  ],
  // Codes in mails.
  [/\b\d{6}\b/g, '(a number)'],
];

/**
 * Why a job failed, in a line that may be shown: errors quote what they choked on, and payloads are
 * private.
 */
export function reasonWords(error: string | undefined): string {
  const line = (error ?? '').slice(0, 2000).replace(/\s+/g, ' ').trim();
  const shown = HIDDEN.reduce((text, [found, instead]) => text.replace(found, instead), line);
  if (shown === '') return 'It did not say why.';
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH - 1)}…` : shown;
}
