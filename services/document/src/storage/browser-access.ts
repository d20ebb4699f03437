import {
  GetBucketCorsCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3ServiceException,
  type CORSRule,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

const ANSWER_MS = 4000;
/** Methods and headers of browser requests to presigned URLs: uploads and range requests. */
const CALLS = [
  { method: 'PUT', header: 'content-type' },
  { method: 'GET', header: 'range' },
];

/**
 * Lets pages of an origin use presigned URLs of a bucket: sends the preflight of a browser, and only where the
 * store refuses it adds a CORS rule to the bucket's own.
 * @returns why they may not, where the rule can not be added
 * @throws while the store does not answer
 */
export async function allowPages(
  client: S3Client,
  bucket: string,
  origin: string,
): Promise<string | undefined> {
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: 'x' }));
  const answers = await Promise.all(CALLS.map((call) => isAllowed(url, call, origin)));
  if (answers.every(Boolean)) return undefined;
  try {
    const ID = `pages of ${origin}`.slice(0, 255);
    const others = (await rulesOf(client, bucket)).filter((rule) => rule.ID !== ID);
    const ours: CORSRule = {
      ID,
      AllowedOrigins: [origin],
      AllowedMethods: ['GET', 'HEAD', 'PUT'],
      AllowedHeaders: CALLS.map(({ header }) => header),
      ExposeHeaders: ['ETag', 'Content-Range'],
      MaxAgeSeconds: 3600,
    };
    const CORSConfiguration = { CORSRules: [...others, ours] };
    await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration }));
    return undefined;
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    const status = error.$metadata.httpStatusCode ?? 0;
    // These statuses are final; other errors are retried.
    if (status < 400 || (status >= 500 && status !== 501)) throw error;
    return `${error.name} ${status}`;
  }
}

/** The preflight that a browser sends before a call to another origin. */
async function isAllowed(
  url: string,
  { method, header }: (typeof CALLS)[number],
  origin: string,
): Promise<boolean> {
  const { origin: store, pathname } = new URL(url);
  const answer = await fetch(store + pathname, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': header,
    },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await answer.body?.cancel();
  const named = answer.headers.get('access-control-allow-origin');
  const list = (name: string) =>
    (answer.headers.get(name) ?? '')
      .toLowerCase()
      .split(',')
      .map((word) => word.trim());
  const methods = list('access-control-allow-methods');
  const headers = list('access-control-allow-headers');
  return (
    answer.ok &&
    (named === origin || named === '*') &&
    (methods.includes(method.toLowerCase()) || methods.includes('*')) &&
    (headers.includes(header) || headers.includes('*'))
  );
}

async function rulesOf(client: S3Client, Bucket: string): Promise<CORSRule[]> {
  try {
    return (await client.send(new GetBucketCorsCommand({ Bucket }))).CORSRules ?? [];
  } catch (error) {
    // There are none yet.
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return [];
    throw error;
  }
}
