import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  commonFormsOf,
  commonPasswordKey,
  DEFAULT_PASSWORD_POLICY,
  passwordViolations,
  WORD_VIOLATIONS,
} from '@tomekeeper/contracts-identity';
import { OperatorAccounts } from '../src/operators/operator-accounts';
import {
  newEmail,
  personWithTemporaryPassword,
  signedInPerson,
  TEMPORARY_PASSWORD,
} from './person';
import { attributeList, PASSWORD, runningIdentity, wrongOf } from './running-identity';

/** Passwords that everyone would try first are refused, wherever a password is chosen. */
const identity = runningIdentity();

const REFUSED = 'InvalidPasswordException: Password did not conform with policy: ';
const UserAttributes = attributeList({ given_name: 'Mara', family_name: 'Vane' });
const signUp = async (email: string, password: string) =>
  (await identity.signUp(email, password, { UserAttributes })).error;

describe('a sign-up', () => {
  it.each([
    'Password1',
    'Password123!',
    'P@ssw0rd',
    'Qwerty12',
    'Welcome2026',
    '1Qaz2wsx',
    'Iloveyou1',
    'Summer2025!',
    'Abcd1234',
    'Trustno1',
    'Letmein123',
    'Dragon99',
  ])('is refused with %s', async (password) => {
    expect(await signUp(newEmail(), password)).toBe(REFUSED + WORD_VIOLATIONS.common);
  });

  it("is refused with the person's address or names, or the product's name", async () => {
    for (const password of ['Gm.of.oz@tavern.example1', 'Mara-Vane-42', 'GmOfOz2026'])
      expect(await signUp('gm.of.oz@tavern.example', password)).toBe(REFUSED + WORD_VIOLATIONS.own);
    expect(await signUp(newEmail(), 'T0mekeeper!')).toBe(REFUSED + WORD_VIOLATIONS.product);
  });

  it('is refused with all that is wrong', async () => {
    expect(await signUp(newEmail(), 'password')).toBe(
      `${REFUSED}Password must have uppercase characters | Password must have numeric characters | ${WORD_VIOLATIONS.common}`,
    );
  });
});

describe('the list', () => {
  const words = readFileSync(
    path.join(__dirname, '../src/passwords/common-passwords.txt'),
    'utf8',
  ).split('\n');
  const asPeopleWriteIt = (word: string) =>
    /[0-9]/.test(word) ? word : `${word}1`.padEnd(DEFAULT_PASSWORD_POLICY.min_length, '2');
  const fitting = words
    .map((word) => asPeopleWriteIt(word).replace(/[a-z]/, (character) => character.toUpperCase()))
    .filter((password) => passwordViolations(password, DEFAULT_PASSWORD_POLICY).length === 0);

  it('contains more than 10,000 words that satisfy the policy, each matched by a form that clients look up', async () => {
    expect(fitting.length).toBeGreaterThan(10_000);
    const answers = await Promise.all(
      Array.from({ length: 256 }, (_, Part) => identity.call('ListCommonPasswords', { Part })),
    );
    const parts = answers.map(({ body }) => new Set(body['Keys'] as string[]));
    const missed = fitting.filter(
      (password) =>
        !commonFormsOf(password).some((form) => {
          const { part, key } = commonPasswordKey(form);
          return parts[part]?.has(key);
        }),
    );
    expect(missed).toEqual([]);
    expect((await identity.call('ListCommonPasswords', { Part: 256 })).error).toMatch(
      /^InvalidParameterException: /,
    );
  });
});

describe('the same holds', () => {
  it('for a changed password', async () => {
    const { AccessToken } = await signedInPerson(identity);
    const change = async (password: string) =>
      (await identity.changePassword(AccessToken, PASSWORD, password)).error;
    expect(await change('Password1')).toBe(REFUSED + WORD_VIOLATIONS.common);
    expect(await change('Vane-Mara-7')).toBe(REFUSED + WORD_VIOLATIONS.own);
    expect(await change('New-pass-word-2')).toBe('');
  });

  it('for a reset, which tells strangers no name and costs the owner no code', async () => {
    const { email } = await signedInPerson(identity);
    await identity.forgotPassword(email);
    const { code } = await identity.mail('reset-password', email);
    const reset = async (typed: string, password: string) =>
      (await identity.resetPassword(email, typed, password)).error;
    expect(await reset(wrongOf(code), 'Password1')).toBe(REFUSED + WORD_VIOLATIONS.common);
    expect(await reset(wrongOf(code), 'Vane-Mara-7')).toMatch(/^CodeMismatchException: /);
    expect(await reset(code, 'Vane-Mara-7')).toBe(REFUSED + WORD_VIOLATIONS.own);
    expect(await reset(code, 'New-pass-word-2')).toBe('');
  });

  it('for the password in place of a temporary one', async () => {
    const { email: USERNAME } = await personWithTemporaryPassword(identity);
    const { Session } = (await identity.signIn(USERNAME, TEMPORARY_PASSWORD)).body;
    const answer = async (NEW_PASSWORD: string) => {
      const names = { 'userAttributes.family_name': 'Quillfeather' };
      const answers = { USERNAME, NEW_PASSWORD, ...names };
      return (await identity.respond('NEW_PASSWORD_REQUIRED', Session, answers)).error;
    };
    expect(await answer('Password1')).toBe(REFUSED + WORD_VIOLATIONS.common);
    expect(await answer('Quillfeather1')).toBe(REFUSED + WORD_VIOLATIONS.own);
    expect(await answer(PASSWORD)).toBe('');
  });

  it('for temporary passwords of operators', async () => {
    const accounts = identity.app.get(OperatorAccounts);
    const names = { givenName: 'Mara', familyName: 'Vane' };
    const { user, password } = await accounts.create(newEmail(), names);
    expect(await signUp(newEmail(), password)).toBe('');
    expect(await signUp(newEmail(), (await accounts.givePassword(user.id)).password)).toBe('');
  });
});
