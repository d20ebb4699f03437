import { invalid, type FieldError } from './field-errors';

const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+))(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?\d+)?$/;
const DECIMAL = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 } as const;
const BINARY = { Ki: 1, Mi: 2, Gi: 3, Ti: 4, Pi: 5, Ei: 6 } as const;

/** What the API server says when it can't read a quantity. */
const QUANTITY_TEXT =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** A quantity as a number, or nothing where it is none. */
export function quantityOf(given: unknown): number | undefined {
  const [whole, digits, suffix = ''] = QUANTITY.exec(String(given)) ?? [];
  if (whole === undefined) return undefined;
  if (suffix in BINARY) return Number(digits) * 1024 ** BINARY[suffix as keyof typeof BINARY];
  if (suffix in DECIMAL) return Number(digits) * 10 ** DECIMAL[suffix as keyof typeof DECIMAL];
  return Number(`${digits}${suffix}`);
}

export function quantityProblems(field: string, given: unknown): readonly FieldError[] {
  const quantity = quantityOf(given);
  if (quantity === undefined) return [invalid(field, given, QUANTITY_TEXT)];
  if (quantity < 0) return [invalid(field, given, 'must be greater than or equal to 0')];
  return [];
}
