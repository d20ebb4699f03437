import { signUp } from 'aws-amplify/auth';
import { useAmplify } from './amplify-client';
import { confirmedPerson, newEmail, signedInPerson } from './person';
import { PASSWORD, refusalOf, runningIdentity, wrongOf } from './running-identity';

/** The error names of product.md, section 8, that this service answers. */
const identity = runningIdentity({ prepare: useAmplify });

const TAKEN = 'UsernameExistsException: An account with the given email already exists.';

describe('Identity-service error names', () => {
  it.each([
    [
      'NotAuthorizedException: wrong password',
      'NotAuthorizedException: Incorrect username or password.',
      async () => identity.signIn((await confirmedPerson(identity)).email, 'Wrong-pass-1'),
    ],
    [
      'UserNotFoundException is never told to a stranger: NotAuthorizedException, as for a wrong password',
      'NotAuthorizedException: Incorrect username or password.',
      () => identity.signIn(newEmail()),
    ],
    [
      'UserNotConfirmedException: the right password before the code',
      'UserNotConfirmedException: User is not confirmed.',
      async () => {
        const email = newEmail();
        await identity.signUp(email);
        return identity.signIn(email);
      },
    ],
    [
      'PasswordResetRequiredException: the operator wants a new password',
      'PasswordResetRequiredException',
      async () => {
        const { email, id } = await confirmedPerson(identity);
        await identity.sql(`UPDATE pool_user SET status = 'RESET_REQUIRED' WHERE id = $1`, [id]);
        return identity.signIn(email);
      },
    ],
    [
      'InvalidPasswordException: too short',
      'InvalidPasswordException: Password did not conform with policy: Password not long enough',
      () => identity.signUp(newEmail(), 'Ab1'),
    ],
    [
      'UsernameExistsException: the address has an account',
      TAKEN,
      async () => identity.signUp((await confirmedPerson(identity)).email),
    ],
    [
      'InvalidParameterException: a name that is no address',
      'InvalidParameterException: Username should be an email.',
      () => identity.signUp('bob'),
    ],
    [
      'AliasExistsException: a change to the address of another account',
      'AliasExistsException: An account with the given email already exists.',
      async () => {
        const { AccessToken } = await signedInPerson(identity);
        const { email } = await confirmedPerson(identity);
        return identity.changeAttributes(AccessToken, { email });
      },
    ],
  ])('%s', async (_name, error, attempt) => {
    expect((await attempt()).error).toContain(error);
  });

  it('CodeMismatchException, ExpiredCodeException: a wrong code, and an expired one', async () => {
    const email = newEmail();
    await identity.signUp(email);
    const { code } = await identity.mail('confirm-sign-up', email);
    expect((await identity.confirmSignUp(email, wrongOf(code))).error).toContain('CodeMismatch');
    await identity.sql(`UPDATE verification_code SET expires_at = now() - interval '1 second'`);
    expect((await identity.confirmSignUp(email, code)).error).toBe(
      'ExpiredCodeException: Invalid code provided, please request a code again.',
    );
  });

  it('LimitExceededException: too many mails to one person, more than ten an hour', async () => {
    const email = newEmail();
    await identity.signUp(email);
    const errors: string[] = [];
    for (let asked = 0; asked < 12; asked++)
      errors.push((await identity.resendSignUpCode(email)).error);
    expect(errors.filter((error) => error === '')).toHaveLength(10);
    expect(errors.at(-1)).toBe(
      'LimitExceededException: Attempt limit exceeded, please try after some time.',
    );
  });

  it("a missing password maps to 'password is required to signUp'", async () => {
    expect(await refusalOf(signUp({ username: newEmail(), password: undefined }))).toContain(
      'password is required to signUp',
    );
  });

  it('and its own words reach the client: "Sign-up" shows the provider message', async () => {
    const { email } = await confirmedPerson(identity);
    expect(await refusalOf(signUp({ username: email, password: PASSWORD }))).toBe(TAKEN);
  });
});

it.each([
  ['ClientMetadata', { table: 'eight' }],
  ['UserContextData', { EncodedData: 'x' }],
  ['ValidationData', [{ Name: 'invitation', Value: '7' }]],
  ['ForceAliasCreation', true],
])('%s is taken, though the service has no use for it', async (field, value) => {
  const email = newEmail();
  expect((await identity.signUp(email, PASSWORD, { [field]: value })).error).toBe('');
  const { code } = await identity.mail('confirm-sign-up', email);
  expect((await identity.confirmSignUp(email, code, { [field]: value })).error).toBe('');
});
