import { z } from 'zod';

/** Longest e-mail address accepted anywhere (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
/** Longest title, game system or person's name. */
export const MAX_NAME_LENGTH = 200;

// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Any id of the product: a UUID. */
export const id = z.uuid({ error: 'This is not a valid id.' });

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

/** A line of text that a person must fill in: trimmed, 1..max characters, no control characters. */
export function requiredText(label: string, max = MAX_NAME_LENGTH) {
  return z
    .string({ error: `${label} must be text.` })
    .trim()
    .min(1, { error: `${label} must not be empty.` })
    .max(max, { error: `${label} must have at most ${max} characters.` })
    .refine(hasNoControlCharacters, { error: `${label} must not contain control characters.` });
}

/** The same, but may be empty. */
export function optionalText(label: string, max = MAX_NAME_LENGTH) {
  return z
    .string({ error: `${label} must be text.` })
    .trim()
    .max(max, { error: `${label} must have at most ${max} characters.` })
    .refine(hasNoControlCharacters, { error: `${label} must not contain control characters.` });
}

/** PostgreSQL refuses NUL in text, and control characters break mails, headers and lists. */
export function hasNoControlCharacters(value: string): boolean {
  return !CONTROL_CHARACTERS.test(value) && value.isWellFormed();
}
