import { createHash } from 'node:crypto';
import type { BlobMeta } from './blob';
import { Body, ETAG_LENGTH } from './body';
import { CHECKSUM_HEADER } from './checksums';
import { checkWrite } from './conditions';
import { describedBy, sendXml, storedBlob, wholeSecond, type ObjectExchange } from './exchange';
import { S3Error } from './s3-error';
import { element, xmlDocument } from './xml';
import { sizeOf, type ListedPart, type StoredPart, type UploadRef } from './multipart-uploads';

/** S3's highest part number. */
const MOST_PARTS = 10_000;
const LONGEST_LIST = 1000;
/** Enough for the largest list of parts. */
const LARGEST_LIST_BYTES = 4 * 1024 * 1024;

export async function createMultipartUpload(exchange: ObjectExchange): Promise<void> {
  const { request, response, storage, bucket, key } = exchange;
  const empty = { size: 0, etag: '', checksums: {} };
  const id = await storage.createUpload(bucket, storedBlob(key, describedBy(request), empty));
  sendXml(
    response,
    xmlDocument(
      'InitiateMultipartUploadResult',
      element('Bucket', bucket),
      element('Key', key),
      element('UploadId', id),
    ),
  );
}

export async function uploadPart(exchange: ObjectExchange): Promise<void> {
  const { request, response, storage, key, payload, maxObjectBytes } = exchange;
  const number = partNumber(request.query.get('partNumber') ?? '');
  const body = new Body(request, payload, maxObjectBytes);
  const about = describedBy(request);
  const { etag, checksums } = await storage.uploads.putPart(
    uploadOf(exchange),
    number,
    body.chunks(),
    () => storedBlob(key, about, body.received),
  );
  const crc32 = checksums['crc32'];
  response
    .writeHead(200, {
      ETag: `"${etag}"`,
      ...(crc32 !== undefined && { [`${CHECKSUM_HEADER}crc32`]: crc32 }),
    })
    .end();
}

/** A page of the stored parts. */
export async function listParts(exchange: ObjectExchange): Promise<void> {
  const { request, response, storage, bucket, key } = exchange;
  const upload = uploadOf(exchange);
  const after = wholeNumber(request.query.get('part-number-marker') ?? '0');
  const limit = Math.min(
    wholeNumber(request.query.get('max-parts') ?? String(LONGEST_LIST)),
    LONGEST_LIST,
  );
  const rest = (await storage.uploads.parts(upload)).filter(({ number }) => number > after);
  const page = rest.slice(0, limit);
  const isTruncated = rest.length > limit;
  sendXml(
    response,
    xmlDocument(
      'ListPartsResult',
      element('Bucket', bucket),
      element('Key', key),
      element('UploadId', upload.id),
      element('PartNumberMarker', after),
      ...(isTruncated ? [element('NextPartNumberMarker', page.at(-1)?.number ?? after)] : []),
      element('MaxParts', limit),
      element('IsTruncated', isTruncated),
      ...page.map(partElement),
    ),
  );
}

const partElement = ({ number, meta: { lastModified, etag, size } }: StoredPart) =>
  element(
    'Part',
    element('PartNumber', number),
    element('LastModified', lastModified),
    element('ETag', `"${etag}"`),
    element('Size', size),
  );

export async function completeMultipartUpload(exchange: ObjectExchange): Promise<void> {
  const { request, response, storage, bucket, key, payload, maxObjectBytes } = exchange;
  const chunks: Buffer[] = [];
  for await (const chunk of new Body(request, payload, LARGEST_LIST_BYTES).chunks())
    chunks.push(chunk);
  const { etag } = await storage.uploads.complete(
    uploadOf(exchange),
    listedParts(Buffer.concat(chunks).toString('utf8')),
    maxObjectBytes,
    joinedBlob,
    storage.into(bucket, key, (existing) => checkWrite(request.message, existing)),
  );
  sendXml(
    response,
    xmlDocument(
      'CompleteMultipartUploadResult',
      element('Location', `/${bucket}/${key}`),
      element('Bucket', bucket),
      element('Key', key),
      element('ETag', `"${etag}"`),
    ),
  );
}

export async function abortMultipartUpload(exchange: ObjectExchange): Promise<void> {
  await exchange.storage.uploads.abort(uploadOf(exchange));
  exchange.response.writeHead(204).end();
}

/** Like S3's, the ETag is a hash of the parts' hashes, with their number. */
function joinedBlob(manifest: BlobMeta, parts: readonly BlobMeta[]): BlobMeta {
  const hash = createHash('sha256');
  for (const { etag } of parts) hash.update(etag);
  return {
    ...manifest,
    size: sizeOf(parts),
    etag: `${hash.digest('hex').slice(0, ETAG_LENGTH)}-${parts.length}`,
    lastModified: wholeSecond(),
  };
}

const uploadOf = ({ request, bucket, key }: ObjectExchange): UploadRef => ({
  bucket,
  key,
  id: request.query.get('uploadId') ?? '',
});

/** Parses the body of CompleteMultipartUpload. */
function listedParts(xml: string): ListedPart[] {
  const parts = [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: partNumber(/<PartNumber>\s*(\d+)\s*<\/PartNumber>/.exec(part)?.[1] ?? ''),
    etag: (/<ETag>(.*?)<\/ETag>/s.exec(part)?.[1] ?? '').replace(/&quot;|&#34;|"|\s/g, ''),
  }));
  if (parts.length === 0) throw new S3Error('MalformedXML');
  return parts;
}

function partNumber(text: string): number {
  const number = wholeNumber(text);
  if (number < 1 || number > MOST_PARTS)
    throw new S3Error('InvalidArgument', `A part number is between 1 and ${MOST_PARTS}.`);
  return number;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', 'Not a number.');
  return Number(text);
}
