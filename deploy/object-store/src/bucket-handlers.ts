import { bodyOf, sendXml, type Exchange } from './exchange';
import { compareKeys, type Summary } from './bucket-index';
import { S3Error } from './s3-error';
import { encode } from './s3-request';
import { element, readElements, unescapeXml, xmlDocument, type Xml } from './xml';

type BucketExchange = Exchange & { readonly bucket: string };

const LONGEST_LIST = 1000;
const LONGEST_XML = 2 * 1024 * 1024;

export async function listBuckets({ response, storage }: Exchange): Promise<void> {
  const buckets = (await storage.buckets()).map((name) => element('Bucket', element('Name', name)));
  sendXml(response, xmlDocument('ListAllMyBucketsResult', element('Buckets', buckets)));
}

export async function createBucket({ response, storage, bucket }: BucketExchange): Promise<void> {
  await storage.createBucket(bucket);
  response.writeHead(200, { Location: `/${bucket}` }).end();
}

export async function headBucket({ response, storage, bucket }: BucketExchange): Promise<void> {
  if (!(await storage.hasBucket(bucket))) throw new S3Error('NoSuchBucket');
  response.writeHead(200).end();
}

export async function deleteBucket({ response, storage, bucket }: BucketExchange): Promise<void> {
  await storage.deleteBucket(bucket);
  response.writeHead(204).end();
}

/** A page of ListObjectsV2: keys and, with a delimiter, what they have in common up to it. */
export async function listObjects(exchange: BucketExchange): Promise<void> {
  const { request, response, storage, bucket } = exchange;
  const { query } = request;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const limit = pageSize(query.get('max-keys'));
  const token = query.get('continuation-token');
  const after = token === undefined ? (query.get('start-after') ?? '') : readToken(token);
  const page = pageOf(await storage.list(bucket), { prefix, delimiter, limit, after });
  const asUrl = query.get('encoding-type') === 'url';
  const text = (key: string): string => (asUrl ? encode(key).replaceAll('%2F', '/') : key);
  sendXml(
    response,
    xmlDocument(
      'ListBucketResult',
      element('Name', bucket),
      element('Prefix', text(prefix)),
      ...(delimiter === '' ? [] : [element('Delimiter', text(delimiter))]),
      ...(asUrl ? [element('EncodingType', 'url')] : []),
      element('MaxKeys', limit),
      element('KeyCount', page.objects.length + page.prefixes.length),
      element('IsTruncated', page.next !== undefined),
      ...(token === undefined ? [] : [element('ContinuationToken', token)]),
      ...(page.next === undefined ? [] : [element('NextContinuationToken', writeToken(page.next))]),
      ...page.objects.map((object) => contents(object, text(object.key))),
      ...page.prefixes.map((common) => element('CommonPrefixes', element('Prefix', text(common)))),
    ),
  );
}

function contents({ lastModified, etag, size }: Summary, key: string): Xml {
  return element(
    'Contents',
    element('Key', key),
    element('LastModified', lastModified),
    element('ETag', `"${etag}"`),
    element('Size', size),
    element('StorageClass', 'STANDARD'),
  );
}

export type PageRequest = { prefix: string; delimiter: string; limit: number; after: string };
export type Page = { objects: Summary[]; prefixes: string[]; next: string | undefined };

/** The page after the key or common prefix `after`; `next` is where the following one starts. */
function pageOf(all: readonly Summary[], request: PageRequest): Page {
  const { prefix, delimiter, limit, after } = request;
  const page: Page = { objects: [], prefixes: [], next: undefined };
  let last = after;
  for (const summary of all) {
    if (!summary.key.startsWith(prefix) || compareKeys(summary.key, after) <= 0) continue;
    const end = delimiter === '' ? -1 : summary.key.indexOf(delimiter, prefix.length);
    const common = end < 0 ? undefined : summary.key.slice(0, end + delimiter.length);
    // Everything below a common prefix that has already been told.
    if (common !== undefined && (common === page.prefixes.at(-1) || common === after)) continue;
    if (page.objects.length + page.prefixes.length === limit) {
      page.next = last;
      break;
    }
    if (common === undefined) page.objects.push(summary);
    else page.prefixes.push(common);
    last = common ?? summary.key;
  }
  return page;
}

function pageSize(text: string | undefined): number {
  if (text === undefined) return LONGEST_LIST;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', 'max-keys is no number.');
  return Math.min(Number(text), LONGEST_LIST);
}

function writeToken(after: string): string {
  return Buffer.from(after).toString('base64url');
}

function readToken(token: string): string {
  return Buffer.from(token, 'base64url').toString();
}

/** Deletes up to a thousand objects named in the body; what is not there counts as deleted. */
export async function deleteObjects(exchange: BucketExchange): Promise<void> {
  const { response, storage, bucket } = exchange;
  const xml = await bodyOf(exchange, LONGEST_XML).text();
  const keys = readElements(xml, 'Object').map((object) => readElements(object, 'Key')[0]);
  if (keys.length === 0 || keys.length > LONGEST_LIST) throw new S3Error('MalformedXML');
  const quiet = readElements(xml, 'Quiet')[0] === 'true';
  const deleted: Xml[] = [];
  for (const escaped of keys) {
    if (escaped === undefined) throw new S3Error('MalformedXML');
    const key = unescapeXml(escaped);
    await storage.delete(bucket, key);
    if (!quiet) deleted.push(element('Deleted', element('Key', key)));
  }
  sendXml(response, xmlDocument('DeleteResult', deleted));
}
