import fc from 'fast-check';
import { hostileBodies, hostileText } from '@tomekeeper/testing';
import type { ApiOperation } from './operations';
import type { RawRequest } from './raw-request';

/** Percent-encodings and parts that a path may carry, valid or not. */
const hostilePart: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())).map((part) => part || '%20'),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%c0%af',
    '%ff%fe',
    '%ed%a0%80',
    '%2e%2e%2f%2e%2e%2fapi',
    '%252e%252e%252f',
    '..%5c..',
    '%0d%0aX-Injected:%20yes',
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'a;b=c',
    '9'.repeat(400),
    `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
  ),
);

const hostileQuery: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    '?&&&',
    '?=',
    '?%',
    '?__proto__[x]=1',
    '?constructor[prototype][x]=1',
    `?${'a=1&'.repeat(2000)}`,
  ),
  fc.tuple(hostilePart, hostilePart).map(([name, value]) => `?${name}=${value}`),
);

const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Record<string, string>>(
      {},
      { 'content-type': '' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/xml' },
      { 'content-type': 'multipart/form-data' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': ';;;' },
      { 'content-type': 'x'.repeat(3000) },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { 'content-type': 'application/json', 'accept-language': ',;q=9' },
      { 'content-type': 'application/json', 'x-correlation-id': '<script>\t../..' },
      { 'content-type': 'application/json', accept: 'image/png' },
    ),
  },
);

/** Non-text bodies, and valid JSON of extreme size. */
const roughBodies: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      '',
      '{"a":1,}',
      "{'a':1}",
      '{"title":1e400,"title":null}',
      `{"players":[${Array.from({ length: 10_000 }, () => '"x"').join()}]}`,
      `{"title":${'9'.repeat(10_000)}}`,
      JSON.stringify({ title: 'x'.repeat(240_000) }),
    )
    .map((text) => Buffer.from(text)),
);

/** Bodies near a good one and far from it. */
export const bodiesNear = (good: object): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 4, arbitrary: hostileBodies(good).map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: roughBodies },
  );

const NOT_CREDENTIALS = [
  undefined,
  'Bearer',
  'Bearer null',
  'Basic YTpi',
  'Bearer a.b.c',
  `Bearer ${'a'.repeat(6000)}`,
  // {"alg":"none"} and {"sub":"admin"}
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
];

/** Invalid credentials of a visitor. */
export const notCredentials = fc.constantFrom(...NOT_CREDENTIALS);

/**
 * Hostile requests for an operation.
 * @param ids existing ids for the path parameters; if empty, ids are made up
 */
export function hostileRequests(
  { method, path, query, body }: ApiOperation,
  ids: readonly string[],
): fc.Arbitrary<RawRequest> {
  const part = ids.length > 0 ? fc.oneof(fc.constantFrom(...ids), hostilePart) : hostilePart;
  const named = query.map((name) => hostilePart.map((value) => `?${name}=${value}`));
  return fc
    .record({
      parts: fc.array(part, { minLength: 4, maxLength: 4 }),
      slash: fc.constantFrom('', '/'),
      search: fc.oneof(hostileQuery, ...named),
      headers: hostileHeaders,
      body: body ? bodiesNear(body) : fc.option(roughBodies, { nil: undefined }),
    })
    .map(({ parts, slash, search, headers, body }) => {
      let next = 0;
      const filled = path.replace(/\{\w+\}/g, () => parts[next++ % parts.length] ?? '');
      return { method, path: `${filled}${slash}${search}`, headers, body };
    });
}
