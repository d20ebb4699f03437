import { z } from 'zod';

/** Longest e-mail address accepted anywhere (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
/** Longest title, game system or person's name. */
export const MAX_NAME_LENGTH = 200;

// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
/** What ends a line or steers a terminal, the second set of control characters included. */
const UNFIT_FOR_A_LINE = /[\p{Cc}\u2028\u2029]/u;
/** Marks that show what follows them in another order than it is written. */
const DIRECTION_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/;

/** Control characters, line and paragraph separators, and marks that turn the reading direction. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Spaces, and what is drawn as nothing at all. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]/gu;

/** Any id of the product: a UUID. */
export const id = z.uuid({ error: 'This is not a valid id.' });

/** Header of a game master's GET that is answered as a player's would be. */
export const VIEW_AS_HEADER = 'x-view-as';

/** `party`, any of the players; or the user id of one. */
export const viewAs = z.union([z.literal('party'), id.toLowerCase()]);
export type ViewAs = z.infer<typeof viewAs>;

/** UTC ISO-8601 with milliseconds. */
export const timestamp = z.iso.datetime();

/** An e-mail address as a person types it: trimmed, lowercased, at most 254 characters. */
export const emailAddress = z
  .string({ error: 'Enter a valid e-mail address.' })
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH, {
    error: `An e-mail address has at most ${MAX_EMAIL_LENGTH} characters.`,
  })
  .pipe(z.email({ error: 'Enter a valid e-mail address.' }));

/** A line of text that a person must fill in: trimmed, 1..max characters, nothing that hides what it says. */
export function requiredText(label: string, max = MAX_NAME_LENGTH) {
  const error = `${label} must not be empty.`;
  return line(label, max)
    .check(z.minLength(1, { error, abort: true }))
    .refine(hasVisibleText, { error });
}

/** Whether anything of a text is drawn. */
export function hasVisibleText(value: string): boolean {
  return value.replace(INVISIBLE, '') !== '';
}

/** The same, but may be empty. */
export function optionalText(label: string, max = MAX_NAME_LENGTH) {
  return line(label, max);
}

function line(label: string, max: number) {
  return z
    .string({ error: `${label} must be text.` })
    .trim()
    .max(max, { error: `${label} must have at most ${max} characters.` })
    .refine(isOneLine, { error: `${label} must not contain control characters.` })
    .refine(hasNoDirectionOverrides, {
      error: `${label} must not contain marks that turn the direction of text.`,
    });
}

/** Whether a text can stand in one line of a list or a header. */
export function isOneLine(value: string): boolean {
  return !UNFIT_FOR_A_LINE.test(value) && value.isWellFormed();
}

/** Whether a text is shown in the order in which it is written. */
export function hasNoDirectionOverrides(value: string): boolean {
  return !DIRECTION_OVERRIDES.test(value);
}

/** A file's name without what can't be printed, or hides what the rest of it says. */
export function withoutUnprintable(name: string): string {
  return name.toWellFormed().replace(UNPRINTABLE, '');
}

/** PostgreSQL refuses NUL in text, and control characters break mails, headers and lists. */
export function hasNoControlCharacters(value: string): boolean {
  return !CONTROL_CHARACTERS.test(value) && value.isWellFormed();
}
