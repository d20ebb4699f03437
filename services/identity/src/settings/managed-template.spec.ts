import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_PASSWORD_POLICY } from '@tomekeeper/contracts-identity';
import { OPERATORS_GROUP } from '@tomekeeper/service-kit';

const template = readFileSync(
  path.resolve(__dirname, '../../../../deploy/cognito/user-pool.yaml'),
  'utf8',
);
const valueOf = (name: string) => new RegExp(`^ +${name}: (.+)$`, 'm').exec(template)?.[1];

it('knows the group of the people who run the installation', () => {
  expect(valueOf('GroupName')).toBe(OPERATORS_GROUP);
});

it('has the same password rules for a managed pool as for the built-in one', () => {
  const policy = DEFAULT_PASSWORD_POLICY;
  expect({
    MinimumLength: valueOf('MinimumLength'),
    RequireUppercase: valueOf('RequireUppercase'),
    RequireLowercase: valueOf('RequireLowercase'),
    RequireNumbers: valueOf('RequireNumbers'),
    RequireSymbols: valueOf('RequireSymbols'),
  }).toEqual({
    MinimumLength: String(policy.min_length),
    RequireUppercase: String(policy.require_uppercase),
    RequireLowercase: String(policy.require_lowercase),
    RequireNumbers: String(policy.require_numbers),
    RequireSymbols: String(policy.require_symbols),
  });
});
