import {
  emailAddress,
  hasNoControlCharacters,
  hasNoDirectionOverrides,
  id,
  isOneLine,
  optionalText,
  requiredText,
  timestamp,
  VIEW_AS_HEADER,
  viewAs,
  withoutUnprintable,
} from './values';
import type { z } from 'zod';

const read = (schema: z.ZodType, value: unknown) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? data : (error?.issues.map(({ message }) => message) ?? []);
};
const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at));

describe('an e-mail address', () => {
  const NOT_ONE = ['Enter a valid e-mail address.'];
  const longest = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(7)}.ff`;

  it.each([
    [' Ada@Example.ORG ', 'ada@example.org'],
    [` ${longest} `, longest],
    ['ada', NOT_ONE],
    ['', NOT_ONE],
    [undefined, NOT_ONE],
    [`a${longest}`, ['An e-mail address has at most 254 characters.']],
  ])('%j is read as %j', (typed, answer) => {
    expect(read(emailAddress, typed)).toEqual(answer);
  });

  it('is tried with the longest that there is', () => expect(longest).toHaveLength(254));
});

describe('the person of View as', () => {
  const player = '0B6E7A52-2B0C-4D5B-9C0E-3F1D2A4B5C6D';

  it('has a separate header', () => expect(VIEW_AS_HEADER).toBe('x-view-as'));

  it.each([
    ['party', 'party'],
    [player, player.toLowerCase()],
  ])('%j is read as %j', (given, answer) => expect(read(viewAs, given)).toBe(answer));

  it.each(['Party', '', 'everyone', undefined])('%j is refused', (given) => {
    expect(viewAs.safeParse(given).success).toBe(false);
  });
});

describe('an id and a time', () => {
  it.each([
    ['0b7cbd1e-6e2f-4c3a-9a57-2f2b0c5f8d11', '0b7cbd1e-6e2f-4c3a-9a57-2f2b0c5f8d11'],
    ['1', ['This is not a valid id.']],
    [7, ['This is not a valid id.']],
  ])('%j is read as the id %j', (given, answer) => {
    expect(read(id, given)).toEqual(answer);
  });

  it('is one of UTC', () => {
    expect(timestamp.safeParse('2026-01-02T03:04:05.678Z').success).toBe(true);
    expect(timestamp.safeParse('2026-01-02T03:04:05.678+01:00').success).toBe(false);
  });
});

describe.each([
  ['that must be filled in', requiredText('Title', 5), ['Title must not be empty.']],
  ['that may be empty', optionalText('Title', 5), ''],
])('a line %s', (_which, schema, empty) => {
  it.each([
    [' a b ', 'a b'],
    [' 12345 ', '12345'],
    ['123456', ['Title must have at most 5 characters.']],
    [' ', empty],
    ['', empty],
    [7, ['Title must be text.']],
    ['a\nb', ['Title must not contain control characters.']],
    ['a\u202eb', ['Title must not contain marks that turn the direction of text.']],
  ])('reads %j as %j', (typed, answer) => {
    expect(read(schema, typed)).toEqual(answer);
  });
});

describe('a line', () => {
  it('has at most 200 characters unless said otherwise', () => {
    for (const schema of [requiredText('Title'), optionalText('Title')]) {
      expect(read(schema, 'x'.repeat(200))).toHaveLength(200);
      expect(read(schema, 'x'.repeat(201))).toEqual(['Title must have at most 200 characters.']);
    }
  });
});

describe('characters', () => {
  const controls = [...between(0x00, 0x1f), ...between(0x7f, 0x9f)];
  const breaks = ['\t', '\n', '\r'];

  it('of one line end none and steer nothing', () => {
    for (const char of [...controls, '\u2028', '\u2029', '\ud800'])
      expect([char, isOneLine(`a${char}b`)]).toEqual([char, false]);
    for (const char of [' ', '~', '\u00a0', '\u2027', '\u202f', '🎲'])
      expect([char, isOneLine(`a${char}b`)]).toEqual([char, true]);
  });

  it('turn no direction', () => {
    for (const char of [...between(0x202a, 0x202e), ...between(0x2066, 0x2069)])
      expect([char, hasNoDirectionOverrides(`a${char}b`)]).toEqual([char, false]);
    for (const char of ['\u2029', '\u202f', '\u2065', '\u206a', 'א'])
      expect([char, hasNoDirectionOverrides(`a${char}b`)]).toEqual([char, true]);
  });

  it('of a text may break lines, but control nothing else', () => {
    const taken = new Set([...breaks, ...between(0x80, 0x9f)]);
    for (const char of controls)
      expect([char, hasNoControlCharacters(`a${char}b`)]).toEqual([char, taken.has(char)]);
    expect(hasNoControlCharacters('\ud800')).toBe(false);
    expect(hasNoControlCharacters('two\nlines, 🎲')).toBe(true);
  });
});

describe('a line that must be filled in', () => {
  it.each([' ', '\u200b', '\u2060 \u200d', '\u3164', '\u00ad', '\ufe0f'])(
    'shows something: %j is refused',
    (typed) => expect(read(requiredText('Title'), typed)).toEqual(['Title must not be empty.']),
  );

  it('may contain joiners inside a grapheme', () => {
    expect(read(requiredText('Title'), '👩‍🚀')).toBe('👩‍🚀');
  });
});

describe('the name of a file', () => {
  it('loses control characters', () => {
    expect(withoutUnprintable('a\u0000\u202e\u2028b\ud800.pdf')).toBe('ab\ufffd.pdf');
  });
});
