import {
  attributeList,
  attributesOf,
  isPhoneNumber,
  missingAttributes,
  parseAttributes,
  parseDeletion,
} from './attribute-rules';
import type { PoolUser } from './pool-user';

const SCHEMA = 'Attributes did not conform to the schema: ';
const READ_ONLY = 'A client attempted to write unauthorized attribute: ';
const parsed = (Name: string, Value?: string) =>
  parseAttributes([{ Name, ...(Value === undefined ? {} : { Value }) }]);

it('reads names, and values where there are some', () => {
  const list = [{ Name: 'email', Value: 'a' }, { Name: 'sub' }];
  expect(attributeList.parse(list)).toEqual(list);
  for (const item of [{}, { Name: 7 }, { Name: 'email', Value: 7 }])
    expect(attributeList.safeParse([item]).success).toBe(false);
});

describe('attributes that someone writes', () => {
  it('are their names, address and telephone number', () => {
    expect(
      parseAttributes([
        { Name: 'given_name', Value: ' Ada ' },
        { Name: 'family_name', Value: 'L' },
        { Name: 'email', Value: ' Ada@Example.org' },
        { Name: 'phone_number', Value: '+15550100123' },
      ]),
    ).toEqual({
      givenName: 'Ada',
      familyName: 'L',
      email: ' Ada@Example.org',
      phoneNumber: '+15550100123',
    });
    expect(parseAttributes([])).toEqual({});
    expect(parsed('given_name')).toEqual({ givenName: '' });
  });

  it.each(['sub', 'email_verified', 'phone_number_verified', 'cognito:username'])(
    'are never %s',
    (name) => {
      expect(() => parsed(name, 'x')).toThrow(`${READ_ONLY}${name}`);
    },
  );

  it('reject unknown ones', () => {
    const name = 'x'.repeat(65);
    expect(() => parsed(name, 'x')).toThrow(
      `${SCHEMA}${'x'.repeat(64)}: The attribute is not defined in schema.`,
    );
  });

  it.each(['given_name', 'family_name'])('have a bounded, plain %s', (name) => {
    expect(Object.values(parsed(name, ` ${'x'.repeat(200)} `))).toEqual(['x'.repeat(200)]);
    expect(() => parsed(name, 'x'.repeat(201))).toThrow(
      `${SCHEMA}${name}: String must be no longer than 200 characters`,
    );
    expect(() => parsed(name, 'a\u0007b')).toThrow(
      `${SCHEMA}${name}: String must not contain control characters`,
    );
    expect(() => parsed(name, 'a\u202eb')).toThrow(
      `${SCHEMA}${name}: String must not contain marks that turn the direction of text`,
    );
  });

  it('are cleared by deleting them, except the address and read-only ones', () => {
    expect(parseDeletion(['given_name', 'phone_number'])).toEqual({
      givenName: '',
      phoneNumber: '',
    });
    expect(() => parseDeletion(['given_name', 'email'])).toThrow(`${READ_ONLY}email`);
    expect(() => parseDeletion(['sub'])).toThrow(`${READ_ONLY}sub`);
  });
});

it.each([
  ['+15550100123', true],
  ['+1234567', true],
  ['+123456', false],
  ['+123456789012345', true],
  ['+1234567890123456', false],
  ['+0234567', false],
  ['15550100123', false],
  ['x+15550100123', false],
  ['+15550100123x', false],
  ['', false],
])('%j is a telephone number: %s', (text, isOne) => {
  expect(isPhoneNumber(text)).toBe(isOne);
});

it('knows which of the required attributes a person lacks', () => {
  const required = ['given_name', 'family_name'] as const;
  expect(missingAttributes({}, required)).toEqual(required);
  expect(missingAttributes({ givenName: 'Ada', familyName: '' }, required)).toEqual([
    'family_name',
  ]);
  expect(missingAttributes({ givenName: 'Ada', familyName: 'L' }, required)).toEqual([]);
  expect(missingAttributes({}, [])).toEqual([]);
});

describe('attributes as answers carry them', () => {
  const user = { id: 'id', email: 'ada@example.org', emailVerified: true } as PoolUser;
  const always = [
    { Name: 'sub', Value: 'id' },
    { Name: 'email', Value: 'ada@example.org' },
    { Name: 'email_verified', Value: 'true' },
  ];

  it('omit missing values', () => expect(attributesOf(user)).toEqual(always));

  it('are all that there is', () => {
    const more = { phoneNumber: '+15550100123', phoneNumberVerified: false };
    expect(attributesOf({ ...user, ...more, givenName: 'Ada', familyName: 'L' })).toEqual([
      ...always,
      { Name: 'phone_number', Value: '+15550100123' },
      { Name: 'phone_number_verified', Value: 'false' },
      { Name: 'given_name', Value: 'Ada' },
      { Name: 'family_name', Value: 'L' },
    ]);
  });
});
