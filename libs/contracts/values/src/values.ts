import { z } from 'zod';

/** Maximum length of an e-mail address (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
/** Maximum length of a title, game system or person's name. */
export const MAX_NAME_LENGTH = 200;

// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
/** Line breaks and control characters (C0 and C1), which could control a terminal. */
const UNFIT_FOR_A_LINE = /[\p{Cc}\u2028\u2029]/u;
/** Bidirectional overrides and isolates, which reorder displayed text. */
const DIRECTION_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/;

/** Control characters, line and paragraph separators, and bidirectional marks. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Whitespace and invisible characters. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]/gu;

/** Any id of the product: a UUID. */
export const id = z.uuid({ error: 'This is not a valid id.' });

/** Header with which a GM's GET request returns a player's view. */
export const VIEW_AS_HEADER = 'x-view-as';

/** `party` for any player, or a player's user id. */
export const viewAs = z.union([z.literal('party'), id.toLowerCase()]);
export type ViewAs = z.infer<typeof viewAs>;

/** UTC ISO-8601 with milliseconds. */
export const timestamp = z.iso.datetime();

/** E-mail address as typed: trimmed, lowercased, at most 254 characters. */
export const emailAddress = z
  .string({ error: 'Enter a valid e-mail address.' })
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH, {
    error: `An e-mail address has at most ${MAX_EMAIL_LENGTH} characters.`,
  })
  .pipe(z.email({ error: 'Enter a valid e-mail address.' }));

/** Required single-line text: trimmed, 1 to `max` characters, without characters that hide text. */
export function requiredText(label: string, max = MAX_NAME_LENGTH) {
  const error = `${label} must not be empty.`;
  return line(label, max)
    .check(z.minLength(1, { error, abort: true }))
    .refine(hasVisibleText, { error });
}

/** Whether a text contains visible characters. */
export function hasVisibleText(value: string): boolean {
  return value.replace(INVISIBLE, '') !== '';
}

/** Like `requiredText`, but may be empty. */
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

/** Whether a text fits on one line of a list or a header. */
export function isOneLine(value: string): boolean {
  return !UNFIT_FOR_A_LINE.test(value) && value.isWellFormed();
}

/** Whether a text is free of bidirectional overrides. */
export function hasNoDirectionOverrides(value: string): boolean {
  return !DIRECTION_OVERRIDES.test(value);
}

/** Removes unprintable characters and those that hide part of a file name. */
export function withoutUnprintable(name: string): string {
  return name.toWellFormed().replace(UNPRINTABLE, '');
}

/** PostgreSQL rejects NUL in text, and control characters break e-mails, headers and lists. */
export function hasNoControlCharacters(value: string): boolean {
  return !CONTROL_CHARACTERS.test(value) && value.isWellFormed();
}
