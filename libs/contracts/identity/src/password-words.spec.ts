import { commonFormsOf, commonPasswordKey, WORD_VIOLATIONS, wordViolation } from './password-words';

const MARA = { email: 'mara.vane@tavern.example', givenName: 'Mara', familyName: 'Vane-Quill' };
const keyOf = (hash: number) => ({ part: hash % 256, key: (hash >>> 8).toString(36) });
const violation = (password: string, owner = MARA) => wordViolation(password, owner, 'Tomekeeper');

describe('the words that a password must not consist of', () => {
  it.each([
    'Mara.vane@tavern.example1',
    'Mara-Vane-1897',
    'M4ra.V4ne!',
    'Vanequill77',
    '1Quill-quill',
    'Mara13570246',
    'Tavern2031',
    'Vane.mara1',
    'Quillvane-Mara1',
    'Maraabc12',
  ])('refuses "%s" of its owner', (password) => {
    expect(violation(password)).toBe(WORD_VIOLATIONS.own);
  });

  it.each(['Tomekeeper1', 'T0mekeeper!', 'Tome-Keeper-2026', 'MyTomekeeper1'])(
    "refuses the product's name in %s",
    (password) => {
      expect(violation(password)).toBe(WORD_VIOLATIONS.product);
    },
  );

  it.each(['Maranatha-bell-7', 'Quill-and-1-Ink', 'Bellunder7', '8#9$2!kQ', 'Marathon-runs-9'])(
    'lets "%s" be',
    (password) => {
      expect(violation(password)).toBeUndefined();
    },
  );

  it('ignores three further letters, and accepts four', () => {
    expect(violation('Maraabcd1')).toBeUndefined();
    expect(violation('Maraabc1')).toBe(WORD_VIOLATIONS.own);
    // Text on both sides of a word is not joined into a word.
    expect(violation('Vamarane12')).toBeUndefined();
  });

  it('takes three letters for a name', () => {
    const ada = { email: 'x@b.example', givenName: 'Ada', familyName: '' };
    expect(violation('Ada123456', ada)).toBe(WORD_VIOLATIONS.own);
    expect(violation('Ada123456', { ...ada, givenName: 'Ad' })).toBeUndefined();
  });

  it('counts a name with more than eight digits and signs after it as a password', () => {
    expect(violation('Quill-20311897')).toBeUndefined();
    expect(violation('Quill-2031189')).toBe(WORD_VIOLATIONS.own);
    // Like the generated passwords of the browser tests, with the fewest possible letters.
    expect(violation('Quill-8304179204519A')).toBeUndefined();
  });

  it('knows an address by its digits and signs too', () => {
    const owner = { ...MARA, email: 'm.v-1897.2031.4@tavern.example' };
    expect(violation('M.V-1897.2031.4@tavern.exampleA1', owner)).toBe(WORD_VIOLATIONS.own);
  });

  it('knows nothing of someone without names, and takes no two letters for a name', () => {
    expect(violation('Bellunder7', { email: '', givenName: '', familyName: '' })).toBeUndefined();
    expect(violation('Al1234567', { ...MARA, givenName: 'Al' })).toBeUndefined();
  });
});

describe('the forms of a password that may be common', () => {
  it.each([
    ['Password1', 'password'],
    ['P@$$w0rd123!', 'password'],
    ['!!Dragon2024', 'dragon'],
    ['Qwerty12', 'qwerty12'],
    ['Abc123!!', 'abc123'],
    ['!!pass-word!!', 'pass-word'],
    ['1pass2word3', '1pass2word'],
    ['1pass2word3', 'pass2word'],
    ['Love', 'love'],
    ['0134578@', 'oieastba'],
    ['!l|$word', 'iiisword'],
  ])('finds %s by %s', (password, form) => {
    expect(commonFormsOf(password)).toContain(form);
  });

  it('has four letters at least', () => {
    expect(commonFormsOf('Cat12345')).toEqual(['cat12345', 'cati2eas']);
  });

  it('are no two times the same', () => {
    expect(commonFormsOf('dragon')).toEqual(['dragon']);
  });

  it('takes no more than eight digits and signs away', () => {
    expect(commonFormsOf('Dragon12345678')).toContain('dragon');
    expect(commonFormsOf('Dragon123456789')).not.toContain('dragon');
  });

  it('looks a form up in one part of the list', () => {
    const { part, key } = commonPasswordKey('password');
    expect(part).toBeGreaterThanOrEqual(0);
    expect(part).toBeLessThan(256);
    expect(key).toMatch(/^[0-9a-z]{1,5}$/);
    expect(commonPasswordKey('password1')).not.toEqual({ part, key });
    // Standard FNV-1a, because lists and forms may have different versions.
    expect(commonPasswordKey('')).toEqual(keyOf(0x811c9dc5));
    expect(commonPasswordKey('a')).toEqual(keyOf(0xe40c292c));
    expect(commonPasswordKey('foobar')).toEqual(keyOf(0xbf9cf968));
  });
});
