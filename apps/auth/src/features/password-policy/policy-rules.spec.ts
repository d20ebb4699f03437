import { DEFAULT_PASSWORD_POLICY, passwordViolations } from '@tomekeeper/contracts-identity';
import { newPasswordProblem, OUTER_SPACE, policyRules } from './policy-rules';

const unmet = (password: string, policy = DEFAULT_PASSWORD_POLICY) =>
  policyRules(password, policy)
    .filter((rule) => !rule.met)
    .map((rule) => rule.label);

describe('the password checklist', () => {
  it('lists the requirements before typing', () => {
    expect(policyRules('', DEFAULT_PASSWORD_POLICY).map((rule) => rule.label)).toEqual([
      'At least 8 characters',
      'An uppercase letter',
      'A lowercase letter',
      'A digit',
    ]);
  });

  it('are ticked off while typing', () => {
    expect(unmet('bell')).toEqual(['At least 8 characters', 'An uppercase letter', 'A digit']);
    expect(unmet('Bellunderthelake7')).toEqual([]);
  });

  it('follow the policy of the installation', () => {
    const policy = { ...DEFAULT_PASSWORD_POLICY, min_length: 12, require_symbols: true };
    expect(unmet('Bell7', policy)).toEqual(['At least 12 characters', 'A symbol']);
  });

  it('mention outer spaces and excessive length only when they are there', () => {
    expect(unmet(' Bellunderthelake7')).toEqual(['No space at the beginning or end']);
    expect(unmet(`Bell7${'x'.repeat(300)}`)).toEqual(['At most 256 characters']);
  });

  it.each(['', 'bell', 'BELL', ' Bell7777', 'Bell7'.repeat(100), '12345678', 'Bellunderthelake7'])(
    'are all met exactly when the pool finds nothing wrong with "%s"',
    (password) => {
      const policy = { ...DEFAULT_PASSWORD_POLICY, require_symbols: true };
      expect(unmet(password, policy)).toHaveLength(passwordViolations(password, policy).length);
    },
  );

  it('knows the reason that the contract gives for outer spaces', () => {
    expect(passwordViolations(' x', DEFAULT_PASSWORD_POLICY)).toContain(OUTER_SPACE);
  });
});

describe('a password that is not even sent', () => {
  it.each([
    ['', 'Password cannot be empty'],
    ['   ', 'Password cannot be empty'],
    [' Bellunderthelake7', OUTER_SPACE],
    ['bellunderthelake7', 'Your password needs an uppercase letter.'],
    ['Bell', 'Your password needs at least 8 characters and a digit.'],
    ['bell', 'Your password needs at least 8 characters, an uppercase letter and a digit.'],
    [`Bell7${'x'.repeat(300)}`, 'Your password needs at most 256 characters.'],
    ['Bellunderthelake7', undefined],
  ])('"%s" is told in the words of the list: %s', (password, problem) =>
    expect(newPasswordProblem(password, DEFAULT_PASSWORD_POLICY)).toBe(problem),
  );
});
