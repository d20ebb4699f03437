import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-error';

export type S3Request = {
  readonly method: string;
  /** Absent for requests about the store as a whole. */
  readonly bucket: string | undefined;
  /** Absent for requests about a bucket. May contain any text: the key is never used as a path. */
  readonly key: string | undefined;
  /** The path as the signature spells it. */
  readonly canonicalPath: string;
  readonly query: Query;
  readonly message: IncomingMessage;
};

/** Decoded query parameters. */
export class Query {
  constructor(readonly entries: readonly (readonly [string, string])[]) {}

  get(name: string): string | undefined {
    return this.entries.find(([found]) => found === name)?.[1];
  }

  has(name: string): boolean {
    return this.entries.some(([found]) => found === name);
  }

  /** A parameter that clients spell as a header or, when presigned, in the URL in either case. */
  getAnyCase(name: string): string | undefined {
    return this.entries.find(([found]) => found.toLowerCase() === name)?.[1];
  }
}

/** Reads address and parameters of a request in path style: `/<bucket>/<key>?…`. */
export function parseRequest(message: IncomingMessage): S3Request {
  const [rawPath = '/', ...rawQuery] = (message.url ?? '/').split('?');
  const path = decode(rawPath);
  const [, bucket = '', ...rest] = path.split('/');
  const key = rest.join('/');
  if (Buffer.byteLength(key) > 1024) throw new S3Error('KeyTooLongError');
  return {
    method: message.method ?? 'GET',
    bucket: bucket === '' ? undefined : bucket,
    key: key === '' ? undefined : key,
    canonicalPath: path.split('/').map(encode).join('/'),
    query: parseQuery(rawQuery.join('?')),
    message,
  };
}

function parseQuery(raw: string): Query {
  const entries = raw
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    });
  return new Query(entries);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI');
  }
}

/** Percent-encoding as SigV4 wants it: everything but unreserved characters, hex in capitals. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** One header as text; `undefined` when it is absent. */
export function header(message: IncomingMessage, name: string): string | undefined {
  const value = message.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}
