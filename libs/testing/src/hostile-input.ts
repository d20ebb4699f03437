import fc from 'fast-check';
import type { Caller, Method } from './caller';
import type { TestPerson } from './test-identity';

/**
 * Any character except surrogate halves, like fast-check's `binary` unit. That unit builds a table of all of
 * Unicode on first access, which costs every test file that imports this library a second.
 */
const anyCharacter = fc
  .nat(0x10ffff - 0x800)
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

/** Text as careless and hostile clients send it. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 400 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202etxt.exe',
    '../../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    "' OR '1'='1' --",
    '"; DROP TABLE campaign; --',
    '<img src=x onerror=alert(1)>',
    '${7*7}{{7*7}}',
    'a\r\nx-injected: yes',
    '__proto__',
    '🐉'.repeat(300),
    'é'.repeat(256),
    'x'.repeat(5000),
    '1e999',
    'null',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'nobody@example.org',
    `${'a'.repeat(64)}@${'b'.repeat(180)}.org`,
  ),
);

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], [null]),
  fc.array(hostileText, { maxLength: 5 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
);

/**
 * Bodies similar to a valid one: fields removed, replaced or added, or arbitrary content, including invalid
 * JSON.
 */
export function hostileBodies(good: object): fc.Arbitrary<string> {
  const near = fc
    .tuple(
      ...Object.entries(good).map(([name, value]) =>
        fc.oneof(
          fc.constant([[name, value]]),
          fc.constant([]),
          hostileValue.map((other) => [[name, other]]),
        ),
      ),
      fc.oneof(
        fc.constant([]),
        hostileText.map((name) => [[name, 'added']]),
      ),
    )
    .map((fields) => JSON.stringify(Object.fromEntries(fields.flat())));
  return fc.oneof(
    { weight: 6, arbitrary: near },
    { weight: 2, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '{',
        '{"a":1}}',
        '\ufeff{}',
        '{"__proto__":{"isAdmin":true}}',
        '{"constructor":{"prototype":{}}}',
        '['.repeat(50_000),
        `${'['.repeat(5000)}${']'.repeat(5000)}`,
        `{"a":"${'x'.repeat(300_000)}"}`,
      ),
    },
  );
}

/** Internals that no response may contain: stacks, SQL, file system paths. */
export const INNARDS =
  /\bat .+\.(ts|js):\d+|node_modules|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.+\b(FROM|VALUES|SET|WHERE)\b/;

/** Calls of a person, with any input: an answer may refuse, but is no fault and lets nothing out. */
export const faultlessCalls =
  (call: Caller, as: TestPerson) =>
  async (method: Method, url: string, body?: string): Promise<void> => {
    const answer = await call(method, url, { as, body });
    expect(answer.status).toBeLessThan(500);
    expect(JSON.stringify(answer.body) ?? '').not.toMatch(INNARDS);
    if (answer.status >= 400)
      expect(answer.body).toMatchObject({ status: answer.status, detail: expect.any(String) });
  };
