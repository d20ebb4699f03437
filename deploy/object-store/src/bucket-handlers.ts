import { sendXml, type Exchange } from './exchange';
import type { BlobMeta } from './blob';
import { S3Error } from './s3-error';
import { compareKeys } from './storage';
import { element, xmlDocument, type Xml } from './xml';

type BucketExchange = Exchange & { readonly bucket: string };

const LONGEST_LIST = 1000;

export async function createBucket({ response, storage, bucket }: BucketExchange): Promise<void> {
  await storage.createBucket(bucket);
  response.writeHead(200, { Location: `/${bucket}` }).end();
}

export async function headBucket({ response, storage, bucket }: BucketExchange): Promise<void> {
  if (!(await storage.hasBucket(bucket))) throw new S3Error('NoSuchBucket');
  response.writeHead(200).end();
}

/** A page of ListObjectsV2. */
export async function listObjects(exchange: BucketExchange): Promise<void> {
  const { request, response, storage, bucket } = exchange;
  const { query } = request;
  const prefix = query.get('prefix') ?? '';
  const limit = pageSize(query.get('max-keys'));
  const token = query.get('continuation-token');
  const after = token === undefined ? '' : Buffer.from(token, 'base64url').toString();
  const rest = (await storage.list(bucket)).filter(
    ({ key }) => key.startsWith(prefix) && compareKeys(key, after) > 0,
  );
  const page = rest.slice(0, limit);
  const next = rest.length > limit ? page.at(-1)?.key : undefined;
  sendXml(
    response,
    xmlDocument(
      'ListBucketResult',
      element('Name', bucket),
      element('Prefix', prefix),
      element('MaxKeys', limit),
      element('KeyCount', page.length),
      element('IsTruncated', next !== undefined),
      ...(token === undefined ? [] : [element('ContinuationToken', token)]),
      ...(next === undefined
        ? []
        : [element('NextContinuationToken', Buffer.from(next).toString('base64url'))]),
      ...page.map(contents),
    ),
  );
}

function contents({ key, lastModified, etag, size }: BlobMeta): Xml {
  return element(
    'Contents',
    element('Key', key),
    element('LastModified', lastModified),
    element('ETag', `"${etag}"`),
    element('Size', size),
    element('StorageClass', 'STANDARD'),
  );
}

function pageSize(text: string | undefined): number {
  if (text === undefined) return LONGEST_LIST;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', 'max-keys is not a number.');
  return Math.min(Number(text), LONGEST_LIST);
}
