import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { moveInto, openBlob, readBlobMeta, writeBlob, type BlobMeta } from './blob';
import { checkWrite } from './conditions';
import {
  bodyOf,
  describedBy,
  sendXml,
  storedBlob,
  wholeSecond,
  type ObjectExchange,
} from './exchange';
import { bytesOf } from './object-handlers';
import { S3Error } from './s3-error';
import { element, readElements, unescapeXml, xmlDocument } from './xml';

const SMALLEST_PART = 5 * 1024 * 1024;
const MOST_PARTS = 10_000;
const LONGEST_XML = 2 * 1024 * 1024;

type Part = { readonly number: number; readonly file: string; readonly meta: BlobMeta };

/** Starts an upload: an empty blob keeps key, type and metadata until the parts are there. */
export async function createUpload(exchange: ObjectExchange): Promise<void> {
  const { request, response, storage, bucket, key } = exchange;
  const id = randomBytes(16).toString('hex');
  const folder = await storage.uploadFolder(bucket, id);
  await fs.mkdir(folder, { recursive: true });
  const nothing = { size: 0, etag: '', checksums: {} };
  await writeBlob(
    folder,
    none(),
    () => storedBlob(key, describedBy(request), nothing),
    (file) => moveInto(file, path.join(folder, 'upload')),
  );
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

async function* none(): AsyncGenerator<Buffer> {}

export async function uploadPart(exchange: ObjectExchange): Promise<void> {
  const { request, response, storage, key } = exchange;
  const { folder } = await findUpload(exchange);
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > MOST_PARTS) {
    throw new S3Error('InvalidArgument', 'The part number must be between 1 and 10000.');
  }
  const body = bodyOf(exchange);
  const about = describedBy(request);
  const meta = await storage.putPart(path.join(folder, `part-${number}`), body.chunks(), () =>
    storedBlob(key, about, body.received),
  );
  response.writeHead(200, { ETag: `"${meta.etag}"` }).end();
}

export async function listParts(exchange: ObjectExchange): Promise<void> {
  const { request, response, bucket, key } = exchange;
  const { folder } = await findUpload(exchange);
  const parts = await storedParts(folder);
  sendXml(
    response,
    xmlDocument(
      'ListPartsResult',
      element('Bucket', bucket),
      element('Key', key),
      element('UploadId', request.query.get('uploadId') ?? ''),
      element('IsTruncated', false),
      ...parts.map(({ number, meta }) =>
        element(
          'Part',
          element('PartNumber', number),
          element('LastModified', meta.lastModified),
          element('ETag', `"${meta.etag}"`),
          element('Size', meta.size),
        ),
      ),
    ),
  );
}

/** Joins the named parts to one object, which appears at once and as a whole. */
export async function completeUpload(exchange: ObjectExchange): Promise<void> {
  const { request, response, storage, bucket, key, maxObjectBytes } = exchange;
  const { folder, upload } = await findUpload(exchange);
  const xml = await bodyOf(exchange, LONGEST_XML).text();
  const parts = chosenParts(xml, await storedParts(folder));
  const size = parts.reduce((sum, part) => sum + part.meta.size, 0);
  if (size > maxObjectBytes) throw new S3Error('EntityTooLarge');
  const digest = createHash('md5');
  for (const { meta } of parts) digest.update(Buffer.from(meta.etag, 'hex'));
  const etag = `${digest.digest('hex')}-${parts.length}`;
  await storage.put(
    bucket,
    key,
    joined(parts),
    () => ({ ...upload, size, etag, lastModified: wholeSecond() }),
    (existing) => checkWrite(request.message, existing),
  );
  await fs.rm(folder, { recursive: true, force: true });
  sendXml(
    response,
    xmlDocument(
      'CompleteMultipartUploadResult',
      element('Bucket', bucket),
      element('Key', key),
      element('ETag', `"${etag}"`),
    ),
  );
}

export async function abortUpload(exchange: ObjectExchange): Promise<void> {
  const { folder } = await findUpload(exchange);
  await fs.rm(folder, { recursive: true, force: true });
  exchange.response.writeHead(204).end();
}

async function findUpload({ request, storage, bucket, key }: ObjectExchange) {
  const folder = await storage.uploadFolder(bucket, request.query.get('uploadId') ?? '');
  const upload = await readBlobMeta(path.join(folder, 'upload'));
  if (upload?.key !== key) throw new S3Error('NoSuchUpload');
  return { folder, upload };
}

async function storedParts(folder: string): Promise<Part[]> {
  const parts: Part[] = [];
  for (const name of await fs.readdir(folder)) {
    const number = Number(/^part-(\d+)$/.exec(name)?.[1] ?? 0);
    if (number === 0) continue;
    const file = path.join(folder, name);
    const meta = await readBlobMeta(file);
    if (meta) parts.push({ number, file, meta });
  }
  return parts.sort((a, b) => a.number - b.number);
}

function chosenParts(xml: string, stored: readonly Part[]): Part[] {
  const chosen: Part[] = [];
  for (const item of readElements(xml, 'Part')) {
    const number = Number(readElements(item, 'PartNumber')[0]);
    const etag = unescapeXml(readElements(item, 'ETag')[0] ?? '').replaceAll('"', '');
    const part = stored.find((candidate) => candidate.number === number);
    if (part?.meta.etag !== etag) throw new S3Error('InvalidPart');
    const before = chosen.at(-1);
    if (before && before.number >= number) throw new S3Error('InvalidPartOrder');
    if (before && before.meta.size < SMALLEST_PART) throw new S3Error('EntityTooSmall');
    chosen.push(part);
  }
  if (chosen.length === 0) throw new S3Error('MalformedXML');
  return chosen;
}

async function* joined(parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const { file } of parts) {
    const blob = await openBlob(file);
    if (!blob) throw new S3Error('InvalidPart');
    try {
      yield* bytesOf(blob);
    } finally {
      await blob.handle.close();
    }
  }
}
