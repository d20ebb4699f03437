import { passwordViolations, type PasswordPolicy } from '@tomekeeper/contracts-identity';

export interface PolicyRule {
  label: string;
  met: boolean;
}

/** The reason for which a password with spaces around it is refused: sign-in would trim them. */
export const OUTER_SPACE = 'Password must not begin or end with a space';

/** Rules of the pool as a checklist: text, and whether the password meets the rule. */
export function policyRules(password: string, policy: PasswordPolicy): PolicyRule[] {
  const violations = passwordViolations(password, policy);
  const rule = (label: string, violation: string): PolicyRule => ({
    label,
    met: !violations.includes(violation),
  });
  const rules = [rule(`At least ${policy.min_length} characters`, 'Password not long enough')];
  if (policy.require_uppercase)
    rules.push(rule('An uppercase letter', 'Password must have uppercase characters'));
  if (policy.require_lowercase)
    rules.push(rule('A lowercase letter', 'Password must have lowercase characters'));
  if (policy.require_numbers) rules.push(rule('A digit', 'Password must have numeric characters'));
  if (policy.require_symbols) rules.push(rule('A symbol', 'Password must have symbol characters'));
  // Rarely broken, so said only then.
  if (violations.includes('Password too long'))
    rules.push({ label: `At most ${policy.max_length} characters`, met: false });
  if (violations.includes(OUTER_SPACE))
    rules.push({ label: 'No space at the beginning or end', met: false });
  return rules;
}

/**
 * Client-side error for a new password: the first open rule of the checklist. The pool has the same
 * rules with other messages, and alone checks for common passwords.
 */
export function newPasswordProblem(password: string, policy: PasswordPolicy): string | undefined {
  if (!password.trim()) return 'Password cannot be empty';
  // Pools treat spaces around a password differently; sign-in would trim them.
  if (password !== password.trim()) return OUTER_SPACE;
  const open = policyRules(password, policy).filter(({ met }) => !met);
  if (open.length === 0) return undefined;
  const wishes = open.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1));
  return `Your password needs ${sentenceOf(wishes)}.`;
}

const sentenceOf = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
