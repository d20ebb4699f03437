import { S3Error } from './s3-error';

/** First and last byte, both included. */
export type ByteRange = { readonly first: number; readonly last: number };

/**
 * The part of `size` bytes that a Range header asks for; `undefined` for all of them, which is also
 * the answer to several ranges and to what can't be understood.
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
