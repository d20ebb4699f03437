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

/** Symbols that count as such, as the managed service defines them. */
const SYMBOLS = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+= ]/;

/** What a password still lacks, in the words the managed service uses; empty when it is fine. */
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
