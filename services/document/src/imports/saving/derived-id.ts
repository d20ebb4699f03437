import { createHash } from 'node:crypto';

/** Equal texts have equal ids, so that a repeated import finds the rows of an earlier one. */
export function derivedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  // Version 8 of RFC 9562: an id with custom content.
  return [
    ...[hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`],
    ...[`${'89ab'[parseInt(hex[16]!, 16) % 4]}${hex.slice(17, 20)}`, hex.slice(20, 32)],
  ].join('-');
}
