/** What is wrong with one field of an object, in the form that the API server tells it. */
export type FieldError = {
  readonly field: string;
  /** As in `details.causes` of the API's answer. */
  readonly reason: string;
  readonly message: string;
};

/** A part of an object as it came; rules look into it without trusting its form. */
export type Tree = { readonly [key: string]: unknown };

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const treeOf = (value: unknown): Tree => (isTree(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const treesOf = (value: unknown): readonly Tree[] => listOf(value).map(treeOf);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;
export const textsOf = (value: unknown): readonly string[] => listOf(value).map(textOf);
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  Object.entries(treeOf(value));

/** Texts are quoted, everything else is written as it is in JSON. */
const shown = (value: unknown): string => JSON.stringify(value) ?? 'null';

const withDetail = (kind: string, detail: string): string =>
  detail === '' ? kind : `${kind}: ${detail}`;

export const invalid = (field: string, value: unknown, detail: string): FieldError => ({
  field,
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${shown(value)}: ${detail}`,
});
export const required = (field: string, detail = ''): FieldError => ({
  field,
  reason: 'FieldValueRequired',
  message: withDetail('Required value', detail),
});
export const forbidden = (field: string, detail: string): FieldError => ({
  field,
  reason: 'FieldValueForbidden',
  message: `Forbidden: ${detail}`,
});
const duplicate = (field: string, value: unknown): FieldError => ({
  field,
  reason: 'FieldValueDuplicate',
  message: `Duplicate value: ${shown(value)}`,
});
export const notFound = (field: string, value: unknown): FieldError => ({
  field,
  reason: 'FieldValueNotFound',
  message: `Not found: ${shown(value)}`,
});
export const unsupported = (
  field: string,
  value: unknown,
  supported: readonly string[],
): FieldError => ({
  field,
  reason: 'FieldValueNotSupported',
  message: `Unsupported value: ${shown(value)}: supported values: ${supported.map(shown).join(', ')}`,
});
export const tooLong = (field: string, bytes: number): FieldError => ({
  field,
  reason: 'FieldValueTooLong',
  message: `Too long: may not be more than ${bytes} bytes`,
});

/** An error where a value must be one of few. */
export const oneOf = (
  field: string,
  value: unknown,
  supported: readonly string[],
): readonly FieldError[] =>
  supported.includes(textOf(value)) ? [] : [unsupported(field, value, supported)];

/** An error where a whole number is outside of its bounds, both of which belong to them. */
export function within(
  field: string,
  value: unknown,
  [lowest, highest]: readonly [number, number],
): readonly FieldError[] {
  if (value === undefined) return [];
  const number = numberOf(value);
  if (number !== undefined && number >= lowest && number <= highest) return [];
  return [invalid(field, value, `must be between ${lowest} and ${highest}, inclusive`)];
}

/** An error for each value that was there before. */
export function duplicatesIn(
  values: readonly { readonly field: string; readonly value: unknown }[],
): readonly FieldError[] {
  const seen = new Set<string>();
  return values.flatMap(({ field, value }) => {
    const key = shown(value);
    const isTwin = seen.has(key);
    seen.add(key);
    return isTwin ? [duplicate(field, value)] : [];
  });
}

export const nonNegative = (field: string, value: unknown): readonly FieldError[] => {
  const number = numberOf(value);
  return number !== undefined && number < 0
    ? [invalid(field, number, 'must be greater than or equal to 0')]
    : [];
};

export const immutable = (field: string, now: unknown, before: unknown): readonly FieldError[] =>
  JSON.stringify(sorted(now)) === JSON.stringify(sorted(before))
    ? []
    : [invalid(field, now, 'field is immutable')];

/** The same whatever the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** What the API server says of an object with these errors, after its name. */
export function summaryOf(errors: readonly FieldError[]): string {
  const texts = errors.map(({ field, message }) => `${field}: ${message}`);
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}
