// Not in the schema's file, so that a form can use the rules without loading zod.
import type { PasswordPolicy } from './password-policy';

export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  min_length: 8,
  max_length: 256,
  require_uppercase: true,
  require_lowercase: true,
  require_numbers: true,
  require_symbols: false,
};

/** Characters that count as symbols, as in managed Cognito. */
const SYMBOLS = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+= ]/;

/** Unmet password rules, in the managed service's wording; empty if all are met. */
export function passwordViolations(password: string, policy: PasswordPolicy): string[] {
  const violations: string[] = [];
  if ([...password].length < policy.min_length) violations.push('Password not long enough');
  if ([...password].length > policy.max_length) violations.push('Password too long');
  if (password !== password.trim()) violations.push('Password must not begin or end with a space');
  if (policy.require_uppercase && !/\p{Lu}/u.test(password))
    violations.push('Password must have uppercase characters');
  if (policy.require_lowercase && !/\p{Ll}/u.test(password))
    violations.push('Password must have lowercase characters');
  if (policy.require_numbers && !/[0-9]/.test(password))
    violations.push('Password must have numeric characters');
  if (policy.require_symbols && !SYMBOLS.test(password))
    violations.push('Password must have symbol characters');
  return violations;
}
