import { S3Error } from './s3-error';

/** First and last byte, both included. */
export type ByteRange = { readonly first: number; readonly last: number };

/**
 * Parses a Range header for an object of `size` bytes. Returns `undefined` (the complete object) for multiple
 * or invalid ranges.
 */
export function parseRange(text: string | undefined, size: number): ByteRange | undefined {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text?.trim() ?? '');
  const [, from = '', to = ''] = parts ?? [];
  if (!parts || (from === '' && to === '')) return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    if (length === 0) throw unsatisfiable(size);
    return { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= size) throw unsatisfiable(size);
  return { first, last };
}

function unsatisfiable(size: number): S3Error {
  return new S3Error('InvalidRange', undefined, { 'Content-Range': `bytes */${size}` });
}
