// Tests each rule for breaking changes, and checks the current contracts against the deployed ones.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { additions, breakingChanges } = require('../src/contracts/compare-openapi.mjs');
const {
  accept,
  compareWithDeployed,
  servicesOf,
  vanished,
} = require('../src/contracts/deployed.mjs');

const WORKSPACE = path.resolve(__dirname, '../../..');

const json = (schema) => ({ content: { 'application/json': { schema } } });
const object = (properties, more = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };

/** A document with one operation. */
const offering = (operation = {}, more = {}) => ({
  paths: { '/api/things/{id}': { post: { responses: { 200: {} }, ...operation } } },
  ...more,
});
const asked = (schema) => offering({ requestBody: json(schema) });
const answered = (schema) => offering({ responses: { 200: json(schema) } });
const told = (before, now) =>
  breakingChanges(before, now).map(({ where, reason }) => `${where}: ${reason}`);
const changes = { 'in a request': asked, 'in an answer': answered };

describe('operations', () => {
  it('may come, and must stay', () => {
    const empty = { paths: {} };
    expect(told(offering(), empty)).toEqual([
      'POST /api/things/{}: this path with this method was removed',
    ]);
    expect(told(empty, offering())).toEqual([]);
    expect(additions(empty, offering())).toEqual(['POST /api/things/{}']);
    const renamed = { paths: { '/api/things/{thing}': offering().paths['/api/things/{id}'] } };
    expect(told(offering(), renamed)).toEqual([]);
  });

  it('keep their answers and media types', () => {
    const two = offering({ responses: { 200: json(text), 202: {} } });
    expect(told(two, offering({ responses: { 200: {} } }))).toEqual([
      'POST /api/things/{} answer 200: application/json was removed',
      'POST /api/things/{} answer 202: this answer was removed',
    ]);
    expect(told(offering(), offering({ responses: { 200: json(text), 404: {} } }))).toEqual([]);
  });

  it('keep who may call them, and how they prove it', () => {
    const open = offering({ security: [] });
    const shut = offering({ security: [{ bearer: [] }] });
    expect(told(open, shut)).toEqual(['POST /api/things/{} auth: was none and is [{"bearer":[]}]']);
    expect(told(shut, open)).toHaveLength(1);
    expect(told(offering({}, { security: [{ bearer: [] }] }), shut)).toEqual([]);
    expect(told(offering({ 'x-access': 'member' }), offering({ 'x-access': 'owner' }))).toEqual([
      'POST /api/things/{} access: was "member" and is "owner"',
    ]);
    const scheme = (type) => ({ components: { securitySchemes: { bearer: { type } } } });
    expect(told(offering({}, scheme('http')), offering({}, scheme('apiKey')))).toEqual([
      'security scheme bearer: it has changed',
    ]);
  });

  it('ask for no more parameters, and drop none', () => {
    const query = (required, schema = text) =>
      offering({ parameters: [{ in: 'query', name: 'of', required, schema }] });
    expect(told(offering(), query(true))).toEqual([
      'POST /api/things/{} query parameter of: this parameter is required now',
    ]);
    expect(told(query(false), query(true))).toHaveLength(1);
    expect(told(offering(), query(false))).toEqual([]);
    expect(told(query(false), offering())).toEqual([
      'POST /api/things/{} query parameter of: this parameter was removed',
    ]);
    expect(told(query(false), query(false, { type: 'integer' }))).toEqual([
      'POST /api/things/{} query parameter of: type was string and is integer',
    ]);
  });

  it('compare the parts of a path by their place', () => {
    const at = (name, schema) => ({
      paths: {
        [`/x/{${name}}`]: { get: { parameters: [{ in: 'path', name, required: true, schema }] } },
      },
    });
    expect(told(at('id', text), at('key', text))).toEqual([]);
    expect(told(at('id', text), at('key', { ...text, format: 'uuid' }))).toEqual([
      'GET /x/{} path parameter number 1: format was none and is uuid',
    ]);
  });

  it('keep optional bodies optional and accept the same content', () => {
    const needed = offering({ requestBody: { ...json(text), required: true } });
    expect(told(offering(), needed)).toEqual([
      'POST /api/things/{} request: a body is required now',
    ]);
    expect(told(needed, offering())).toEqual([
      'POST /api/things/{} request: the body is not read any more',
    ]);
  });
});

describe.each(Object.entries(changes))('%s', (where, change) => {
  const isRequest = where === 'in a request';
  const at = isRequest ? 'POST /api/things/{} request' : 'POST /api/things/{} answer 200';
  const of = (before, now) => told(change(before), change(now));
  /** Each difference in both directions: if one side is allowed, the other is not. */
  const only = (wider, narrower) => [
    of(narrower, wider).length > 0 ? 'widening' : '',
    of(wider, narrower).length > 0 ? 'narrowing' : '',
  ];
  const BREAKS = isRequest ? ['', 'narrowing'] : ['widening', ''];

  it('accepts an unchanged contract', () => {
    const schema = object({
      a: { anyOf: [text, { type: 'null' }] },
      b: { type: 'array', items: text },
    });
    expect(of(schema, schema)).toEqual([]);
    expect(of(text, { ...text, description: 'new words', title: 'T', 'x-own': 1 })).toEqual([]);
  });

  it.each([
    ['a type', {}, text],
    ['one type of two', { type: ['string', 'integer'] }, text],
    ['a whole number', { type: 'number' }, { type: 'integer' }],
    ['null', { type: 'string', nullable: true }, text],
    ['null as a type', { type: ['string', 'null'] }, text],
    ['one form of two', { anyOf: [text, { type: 'null' }] }, text],
    [
      'one form of three',
      { oneOf: [text, { type: 'null' }, { type: 'integer' }] },
      { anyOf: [text, { type: 'null' }] },
    ],
    ['a format', text, { ...text, format: 'uuid' }],
    ['a pattern', text, { ...text, pattern: '^a' }],
    [
      'something deep inside',
      { type: 'array', items: object({ a: {} }) },
      { type: 'array', items: object({ a: text }) },
    ],
    ['further fields', { additionalProperties: {} }, { additionalProperties: text }],
    ['a must', object({ a: text }), object({ a: text }, { required: ['a'] })],
  ])('judges %s', (_rule, wider, narrower) => {
    expect(only(wider, narrower)).toEqual(BREAKS);
  });

  it('reports location and difference', () => {
    const deep = (a) => object({ list: { type: 'array', items: object({ a }) } });
    const [one] = of(deep(text), deep({ type: 'integer' }));
    expect(one).toBe(`${at}: list[].a: type was string and is integer`);
  });

  it('misses every field that goes, and no field that comes', () => {
    expect(of(object({ a: text }), object({}))).toEqual([
      `${at}: a: this field of the ${isRequest ? 'request' : 'answer'} was removed`,
    ]);
    expect(of(object({}), object({ a: text }))).toEqual([]);
  });

  it('asks about rules that it does not know', () => {
    expect(of(text, { ...text, not: { const: 'x' } })).toEqual([
      `${at}: 'not' has changed, which is not known to be harmless`,
    ]);
  });

  it('follows references, round in circles too', () => {
    const tree = (of) => ({
      ...change({ $ref: '#/components/schemas/Tree' }),
      components: {
        schemas: {
          Tree: object({
            of,
            below: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
          }),
        },
      },
    });
    expect(told(tree(text), tree(text))).toEqual([]);
    expect(told(tree(text), tree({ type: 'integer' }))).toEqual([
      `${at}: of: type was string and is integer`,
    ]);
  });
});

describe('values and limits', () => {
  const kinds = (...values) => ({ ...text, enum: values });

  it('may become more, and in a request never fewer', () => {
    expect(told(asked(kinds('a', 'b')), asked(kinds('a')))).toEqual([
      'POST /api/things/{} request: b is accepted no more',
    ]);
    expect(told(asked(text), asked({ const: 'a', type: 'string' }))).toEqual([
      'POST /api/things/{} request: only a is accepted, and was anything',
    ]);
    expect(told(asked(kinds('a')), asked(kinds('a', 'b')))).toEqual([]);
  });

  it('may be added to responses: clients accept unknown values', () => {
    expect(told(answered(kinds('a')), answered(kinds('a', 'b')))).toEqual([]);
    expect(told(answered(kinds('a', 'b')), answered(kinds('a')))).toEqual([]);
  });

  it.each([
    ['minLength', 1, 2],
    ['minimum', 0, 1],
    ['minItems', undefined, 1],
    ['maxLength', 200, 100],
    ['maximum', 9, 8],
    ['maxItems', undefined, 50],
  ])('%s binds no tighter in a request', (rule, loose, tight) => {
    const withRule = (value) =>
      asked({ type: 'string', ...(value !== undefined && { [rule]: value }) });
    expect(told(withRule(loose), withRule(tight))).toEqual([
      `POST /api/things/{} request: ${rule} was ${loose ?? 'none'} and is ${tight}`,
    ]);
    expect(told(withRule(tight), withRule(loose))).toEqual([]);
  });

  it('take no unknown field away from a request', () => {
    expect(told(asked(object({})), asked(object({}, { additionalProperties: false })))).toEqual([
      'POST /api/things/{} request: unknown fields are refused now',
    ]);
    expect(
      told(answered(object({})), answered(object({}, { additionalProperties: false }))),
    ).toEqual([]);
  });

  it("leave a format's pattern in an answer to the library", () => {
    const uuid = (pattern) => answered({ ...text, format: 'uuid', pattern });
    expect(told(uuid('^a'), uuid('^b'))).toEqual([]);
  });
});

describe('what is deployed', () => {
  it.each(servicesOf(WORKSPACE))('is not broken by %s', (service) => {
    // A service that was never deployed has no callers to break.
    expect(compareWithDeployed(WORKSPACE, service)?.breaks ?? []).toEqual([]);
  });

  it('is still there, all of it', () => {
    expect(servicesOf(WORKSPACE).length).toBeGreaterThan(3);
    expect(vanished(WORKSPACE)).toEqual([]);
  });

  it('equals the last accepted contract', () => {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'tk-contracts-'));
    try {
      const offer = (document) =>
        fs.writeFileSync(path.join(copy, 'services/one/openapi.json'), JSON.stringify(document));
      for (const folder of ['services/one', 'services/gateway', 'deploy/contracts'])
        fs.mkdirSync(path.join(copy, folder), { recursive: true });
      offer(asked(text));
      expect(servicesOf(copy)).toEqual(['one']);
      expect(compareWithDeployed(copy, 'one')).toBeUndefined();
      accept(copy, 'one');
      offer(asked({ type: 'integer' }));
      expect(compareWithDeployed(copy, 'one').breaks).toHaveLength(1);
      accept(copy, 'one');
      expect(compareWithDeployed(copy, 'one').breaks).toEqual([]);
      fs.rmSync(path.join(copy, 'services/one/openapi.json'));
      expect(vanished(copy)).toEqual(['one']);
    } finally {
      fs.rmSync(copy, { recursive: true });
    }
  });
});
