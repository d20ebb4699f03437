import { pipeline } from 'node:stream/promises';
import type { BlobMeta, OpenBlob } from './blob';
import { Body } from './body';
import { CHECKSUM_HEADER } from './checksums';
import { checkCopySource, checkWrite, isUnchanged } from './conditions';
import { describedBy, sendXml, storedBlob, wholeSecond, type ObjectExchange } from './exchange';
import { parseRange } from './range';
import { S3Error } from './s3-error';
import { header, type Query } from './s3-request';
import { headerText, safeHeaders } from './served-headers';
import { element, xmlDocument } from './xml';

export async function putObject(exchange: ObjectExchange): Promise<void> {
  const { request, response, storage, bucket, key, payload, maxObjectBytes } = exchange;
  const body = new Body(request, payload, maxObjectBytes);
  const about = describedBy(request);
  const meta = await storage.put(
    bucket,
    key,
    body.chunks(),
    () => storedBlob(key, about, body.received),
    (existing) => checkWrite(request.message, existing),
  );
  response.writeHead(200, { ETag: `"${meta.etag}"`, ...checksumHeaders(meta) }).end();
}

export async function getObject(exchange: ObjectExchange): Promise<void> {
  const { request, response, storage, bucket, key } = exchange;
  const blob = await storage.get(bucket, key);
  let streaming = false;
  try {
    const headers = answerHeaders(blob.meta, exchange);
    if (isUnchanged(request.message, blob.meta)) {
      response.writeHead(304, headers).end();
      return;
    }
    const { size } = blob.meta;
    const range = parseRange(header(request.message, 'range'), size);
    const length = range ? range.last - range.first + 1 : size;
    response.writeHead(range ? 206 : 200, {
      ...headers,
      'Content-Length': length,
      ...(range && { 'Content-Range': `bytes ${range.first}-${range.last}/${size}` }),
    });
    if (request.method === 'HEAD' || length === 0) {
      response.end();
      return;
    }
    streaming = true;
    await send(blob, range?.first ?? 0, length, exchange);
  } finally {
    if (!streaming) await blob.handle.close();
  }
}

async function send(
  { handle }: OpenBlob,
  first: number,
  length: number,
  { response }: ObjectExchange,
): Promise<void> {
  try {
    // The stream closes the file, also when the client goes away half-way.
    await pipeline(handle.createReadStream({ start: first, end: first + length - 1 }), response);
  } catch {
    response.destroy();
  }
}

function answerHeaders(meta: BlobMeta, { request }: ObjectExchange): Record<string, string> {
  const { query, message } = request;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(meta.headers)) kept[name] = value;
  const cacheControl = override(query, 'cache-control');
  if (cacheControl !== undefined) kept['cache-control'] = cacheControl;
  const disposition = override(query, 'content-disposition') ?? kept['content-disposition'];
  delete kept['content-disposition'];
  const wantsChecksum = header(message, 'x-amz-checksum-mode')?.toUpperCase() === 'ENABLED';
  return {
    ...kept,
    ...meta.user,
    ...safeHeaders(override(query, 'content-type') ?? meta.contentType, disposition),
    ...(wantsChecksum && header(message, 'range') === undefined && checksumHeaders(meta)),
    ETag: `"${meta.etag}"`,
    'Last-Modified': new Date(meta.lastModified).toUTCString(),
    'Accept-Ranges': 'bytes',
  };
}

function override(query: Query, name: string): string | undefined {
  const value = query.get(`response-${name}`);
  // eslint-disable-next-line no-control-regex
  if (value !== undefined && /[\u0000-\u001f\u007f]/.test(value)) {
    throw new S3Error('InvalidArgument', `response-${name} is no header value.`);
  }
  return value === undefined ? undefined : headerText(value);
}

function checksumHeaders({ checksums }: BlobMeta): Record<string, string> {
  return Object.fromEntries(
    Object.entries(checksums).map(([algorithm, value]) => [CHECKSUM_HEADER + algorithm, value]),
  );
}

export async function deleteObject({ response, storage, bucket, key }: ObjectExchange) {
  await storage.delete(bucket, key);
  response.writeHead(204).end();
}

export async function copyObject(exchange: ObjectExchange): Promise<void> {
  const { request, response, storage, bucket, key, maxObjectBytes } = exchange;
  const source = copySource(header(request.message, 'x-amz-copy-source') ?? '');
  const replace = header(request.message, 'x-amz-metadata-directive') === 'REPLACE';
  const meta = await storage.copy(
    source,
    { bucket, key },
    (original) => {
      checkCopySource(request.message, original);
      if (original.size > maxObjectBytes) throw new S3Error('EntityTooLarge');
      const described = replace ? describedBy(request) : {};
      return { ...original, ...described, key, lastModified: wholeSecond() };
    },
    (existing) => checkWrite(request.message, existing),
  );
  sendXml(
    response,
    xmlDocument(
      'CopyObjectResult',
      element('ETag', `"${meta.etag}"`),
      element('LastModified', meta.lastModified),
    ),
  );
}

function copySource(text: string): { bucket: string; key: string } {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.split('?')[0] ?? '');
  } catch {
    throw new S3Error('InvalidArgument', 'The copy source is not valid.');
  }
  const [, bucket, key] = /^\/?([^/]+)\/(.+)$/s.exec(decoded) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new S3Error('InvalidArgument', 'The copy source is not valid.');
  }
  return { bucket, key };
}
