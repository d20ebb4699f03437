import type { ServerResponse } from 'node:http';
import type { BlobMeta } from './blob';
import type { Received } from './body';
import { header, type S3Request } from './s3-request';
import type { PayloadRule } from './signature';
import type { Storage } from './storage';

/** One signed request on its way through a handler. */
export type Exchange = {
  readonly request: S3Request;
  readonly response: ServerResponse;
  readonly payload: PayloadRule;
  readonly storage: Storage;
  readonly maxObjectBytes: number;
};

/** An exchange about one object. */
export type ObjectExchange = Exchange & { readonly bucket: string; readonly key: string };

export function sendXml(response: ServerResponse, xml: string, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(xml);
}

const STORED_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
];

/** Metadata that a request specifies for its object. */
export function describedBy({
  message,
}: S3Request): Pick<BlobMeta, 'contentType' | 'headers' | 'user'> {
  const headers: Record<string, string> = {};
  for (const name of STORED_HEADERS) {
    const value = header(message, name);
    if (value !== undefined && value !== '') headers[name] = value;
  }
  const user: Record<string, string> = {};
  for (const name of Object.keys(message.headers)) {
    if (name.startsWith('x-amz-meta-')) user[name] = header(message, name) ?? '';
  }
  const contentType = header(message, 'content-type') ?? 'application/octet-stream';
  return { contentType, headers, user };
}

export function storedBlob(
  key: string,
  about: Pick<BlobMeta, 'contentType' | 'headers' | 'user'>,
  { size, etag, checksums }: Received,
): BlobMeta {
  return { key, size, etag, checksums, lastModified: wholeSecond(), ...about };
}

/** HTTP dates know no fractions. */
export function wholeSecond(now = Date.now()): string {
  return new Date(Math.floor(now / 1000) * 1000).toISOString();
}
