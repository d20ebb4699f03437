import { DEFAULT_PASSWORD_POLICY, passwordViolations } from './password-rules';

const ALL = { ...DEFAULT_PASSWORD_POLICY, require_symbols: true };
const NONE = {
  min_length: 1,
  max_length: 3,
  require_uppercase: false,
  require_lowercase: false,
  require_numbers: false,
  require_symbols: false,
};
const UPPER = 'Password must have uppercase characters';
const LOWER = 'Password must have lowercase characters';
const DIGIT = 'Password must have numeric characters';
const SYMBOL = 'Password must have symbol characters';
const SPACE = 'Password must not begin or end with a space';

describe('the unmet rules of a password', () => {
  it.each([
    ['Bellund7', []],
    ['Bellun7', ['Password not long enough']],
    ['bellund7', [UPPER]],
    ['BELLUND7', [LOWER]],
    ['Bellunde', [DIGIT]],
    ['Ünderll7', []],
    ['ßELLUND7', []],
    [' Bellund7', [SPACE]],
    ['Bellund7 ', [SPACE]],
    ['Bel lund7', []],
    ['', ['Password not long enough', UPPER, LOWER, DIGIT]],
    [`Aa1${'x'.repeat(253)}`, []],
    [`Aa1${'x'.repeat(254)}`, ['Password too long']],
    // Counts code points, not UTF-16 code units.
    ['Aa1🎲🎲🎲🎲🎲', []],
    ['Aa1🎲🎲🎲🎲', ['Password not long enough']],
  ])('%j: %j', (password, lacks) => {
    expect(passwordViolations(password, DEFAULT_PASSWORD_POLICY)).toEqual(lacks);
  });

  it('contains no rule that the policy does not require', () => {
    expect(passwordViolations('.', NONE)).toEqual([]);
    expect(passwordViolations('....', NONE)).toEqual(['Password too long']);
  });

  it('may be a symbol', () => {
    for (const symbol of '^$*.[]{}()?-"!@#%&/\\,><\':;|_~`+= ')
      expect([symbol, passwordViolations(`Bell${symbol}und7`, ALL)]).toEqual([symbol, []]);
    for (const other of ['ü', '€', '🎲'])
      expect([other, passwordViolations(`Bell${other}und7`, ALL)]).toEqual([other, [SYMBOL]]);
  });
});
