import { DEFAULT_PASSWORD_POLICY, passwordViolations } from '@tomekeeper/contracts-identity';
import { OUTER_SPACE, policyRules } from './policy-rules';

const unmet = (password: string, policy = DEFAULT_PASSWORD_POLICY) =>
  policyRules(password, policy)
    .filter((rule) => !rule.met)
    .map((rule) => rule.label);

describe('the password rules beside the field', () => {
  it('say before typing what is asked for', () => {
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
