import { passwordViolations, type PasswordPolicy } from '@tomekeeper/contracts-identity';

export interface PolicyRule {
  label: string;
  met: boolean;
}

/** The reason for which a password with spaces around it is refused: sign-in would trim them. */
export const OUTER_SPACE = 'Password must not begin or end with a space';

/** The pool's rules in words for a list beside the field, each with whether the password meets it. */
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

/** Spaces around a password are refused before it is sent: what the pool says to that differs. */
export function hasOuterSpace(password: string): boolean {
  return password !== password.trim();
}

/** Why a new password is not even sent; the rest of the policy is the pool's to judge. */
export function newPasswordProblem(password: string): string | undefined {
  if (!password) return 'Password cannot be empty';
  return hasOuterSpace(password) ? OUTER_SPACE : undefined;
}
