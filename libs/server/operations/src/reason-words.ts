const MAX_LENGTH = 240;

/** Patterns of personal data and secrets with their replacements, in order. */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z+.-]*:\/\/[^\s'")]+/gi, '(a link)'],
  [/[^\s<>()"',;:=]+@[^\s<>()"',;]+/g, '(an address)'],
  // Quoted text usually contains input; short identifiers such as table and column names stay.
  [/"(?![\w.-]{1,40}")[^"]*"/g, '(something quoted)'],
  [/(?<!\w)'(?![\w.-]{1,40}')[^']*'/g, '(something quoted)'],
  [/(?<![\w)])(?:\/[\w.@-]+){2,}\/?/g, '(a path)'],
  // Encrypted values, tokens and hashes; UUIDs stay.
  [
    /(?<![\w-])(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b)(?=[\w+/=.-]*\d)[\w+/=.-]{24,}/gi,
    '(a long text)',
  ],
  // Codes in e-mails.
  [/\b\d{6}\b/g, '(a number)'],
];

/** Failure reason of a job as one displayable line: error messages quote input, and payloads are private. */
export function reasonWords(error: string | undefined): string {
  const line = (error ?? '').slice(0, 2000).replace(/\s+/g, ' ').trim();
  const shown = HIDDEN.reduce((text, [found, instead]) => text.replace(found, instead), line);
  if (shown === '') return 'It did not say why.';
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH - 1)}…` : shown;
}
