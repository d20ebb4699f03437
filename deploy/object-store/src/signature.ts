import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from './s3-error';
import { encode, header, type S3Request } from './s3-request';

export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
};

/** How the body of a request with a valid signature is protected. */
export type PayloadRule =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'hashed'; readonly sha256: string };

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SKEW = 15 * 60_000;
const LONGEST_VALIDITY = 7 * 24 * 60 * 60;

type Claim = {
  readonly scope: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly timestamp: string;
  readonly payload: string;
};

/** Checks the SigV4 signature in the headers or in a presigned URL; throws when it doesn't hold. */
export function verifySignature(
  request: S3Request,
  credentials: Credentials,
  now = Date.now(),
): PayloadRule {
  const authorization = header(request.message, 'authorization');
  const presigned = request.query.has('X-Amz-Signature');
  if (authorization === undefined && !presigned) throw new S3Error('AccessDenied');
  if (authorization !== undefined && presigned) {
    throw new S3Error('InvalidArgument', 'Only one way of signing is allowed.');
  }
  const claim =
    authorization === undefined
      ? claimInUrl(request, credentials, now)
      : claimInHeader(request, authorization, credentials, now);
  requireSigned(request, claim.signedHeaders);
  const expected = Buffer.from(sign(request, claim, credentials));
  const given = Buffer.from(claim.signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
    throw new S3Error('SignatureDoesNotMatch');
  }
  return payloadRule(claim.payload);
}

function claimInHeader(
  { message }: S3Request,
  authorization: string,
  credentials: Credentials,
  now: number,
): Claim {
  const parts =
    /^AWS4-HMAC-SHA256 +Credential=([^,\s]+), *SignedHeaders=([^,\s]+), *Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  const [, credential, signedHeaders, signature] = parts ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    throw new S3Error('AuthorizationHeaderMalformed');
  }
  const timestamp = header(message, 'x-amz-date') ?? '';
  const scope = scopeOf(credential, timestamp, credentials, 'AuthorizationHeaderMalformed');
  if (Math.abs(now - instant(timestamp)) > SKEW) throw new S3Error('RequestTimeTooSkewed');
  const payload = header(message, 'x-amz-content-sha256');
  if (payload === undefined) {
    throw new S3Error('InvalidRequest', 'Missing required header x-amz-content-sha256.');
  }
  return { scope, signedHeaders: signedHeaders.split(';'), signature, timestamp, payload };
}

function claimInUrl({ query }: S3Request, credentials: Credentials, now: number): Claim {
  const timestamp = query.get('X-Amz-Date') ?? '';
  const scope = scopeOf(
    query.get('X-Amz-Credential') ?? '',
    timestamp,
    credentials,
    'AuthorizationQueryParametersError',
  );
  const expires = query.get('X-Amz-Expires') ?? '';
  const seconds = /^\d{1,7}$/.test(expires) ? Number(expires) : 0;
  if (query.get('X-Amz-Algorithm') !== ALGORITHM || seconds < 1 || seconds > LONGEST_VALIDITY) {
    throw new S3Error('AuthorizationQueryParametersError');
  }
  const start = instant(timestamp);
  if (start - now > SKEW) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (now > start + seconds * 1000) throw new S3Error('AccessDenied', 'Request has expired');
  return {
    scope,
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    timestamp,
    payload: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
  };
}

function scopeOf(
  credential: string,
  timestamp: string,
  { accessKeyId, region }: Credentials,
  malformed: 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError',
): string {
  const [id, ...scope] = credential.split('/');
  if (scope.length !== 4 || !/^\d{8}T\d{6}Z$/.test(timestamp)) throw new S3Error(malformed);
  if (id !== accessKeyId) throw new S3Error('InvalidAccessKeyId');
  const expected = [timestamp.slice(0, 8), region, 's3', 'aws4_request'].join('/');
  if (scope.join('/') !== expected) {
    throw new S3Error(malformed, `The scope must be ${expected}.`);
  }
  return expected;
}

function instant(timestamp: string): number {
  return Date.parse(
    timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}

/** Headers that determine the request must be covered by the signature. */
function requireSigned({ message }: S3Request, signed: readonly string[]): void {
  const mustBe = Object.keys(message.headers).filter((name) => name.startsWith('x-amz-'));
  for (const name of ['host', ...mustBe]) {
    if (!signed.includes(name)) {
      throw new S3Error(
        'AccessDenied',
        `There were headers present in the request which were not signed: ${name}.`,
      );
    }
  }
}

function sign(request: S3Request, claim: Claim, { secretAccessKey }: Credentials): string {
  const canonical = [
    request.method,
    request.canonicalPath,
    canonicalQuery(request),
    ...claim.signedHeaders.map((name) => `${name}:${canonicalValue(request, name)}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n');
  const toSign = [
    ALGORITHM,
    claim.timestamp,
    claim.scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = claim.scope
    .split('/')
    .reduce<Buffer>((secret, part) => hmac(secret, part), Buffer.from(`AWS4${secretAccessKey}`));
  return hmac(key, toSign).toString('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function canonicalQuery({ query }: S3Request): string {
  return query.entries
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): [string, string] => [encode(name), encode(value)])
    .sort(([a, av], [b, bv]) => (a === b ? order(av, bv) : order(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function canonicalValue({ message }: S3Request, name: string): string {
  return (header(message, name) ?? '').trim().replace(/\s+/g, ' ');
}

function payloadRule(payload: string): PayloadRule {
  if (payload === 'UNSIGNED-PAYLOAD') return { kind: 'unsigned' };
  if (/^[0-9a-f]{64}$/.test(payload)) return { kind: 'hashed', sha256: payload };
  if (payload.startsWith('STREAMING-')) {
    throw new S3Error('NotImplemented', 'Bodies in chunks are not implemented.');
  }
  throw new S3Error('InvalidRequest', 'x-amz-content-sha256 is not valid.');
}
