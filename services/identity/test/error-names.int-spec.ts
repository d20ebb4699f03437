import { randomUUID } from 'node:crypto';
import { signUp } from 'aws-amplify/auth';
import { startWithAmplify } from './amplify-client';
import { confirmedPerson, newEmail, PASSWORD } from './person';
import { identityForTests, PLAIN_CLIENT_ID, WEB_CLIENT_ID } from './running-identity';

/** The error names of product.md, section 8, that this service answers. */
const identity = identityForTests(() => startWithAmplify());

const signIn = (email: string, password = PASSWORD) =>
  identity.call('InitiateAuth', {
    ClientId: PLAIN_CLIENT_ID,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
const signUpAs = (Username: string, Password = PASSWORD) =>
  identity.call('SignUp', { ClientId: WEB_CLIENT_ID, Username, Password });
const confirm = (Username: string, ConfirmationCode: string) =>
  identity.call('ConfirmSignUp', { ClientId: WEB_CLIENT_ID, Username, ConfirmationCode });
const otherCode = (code: string) => (code === '000000' ? '000001' : '000000');

describe('Identity-service error names', () => {
  it('NotAuthorizedException: wrong password', async () => {
    const { email } = await confirmedPerson(identity);
    expect((await signIn(email, 'Wrong-pass-1')).error).toBe(
      'NotAuthorizedException: Incorrect username or password.',
    );
  });

  it('UserNotFoundException is never told to a stranger: NotAuthorizedException, as for a wrong password', async () => {
    expect((await signIn(newEmail())).error).toBe(
      'NotAuthorizedException: Incorrect username or password.',
    );
  });

  it('UserNotConfirmedException: the right password before the code', async () => {
    const email = newEmail();
    await signUpAs(email);
    expect((await signIn(email)).error).toBe('UserNotConfirmedException: User is not confirmed.');
  });

  it('PasswordResetRequiredException: the operator wants a new password', async () => {
    const { email, id } = await confirmedPerson(identity);
    await identity.sql(`UPDATE pool_user SET status = 'RESET_REQUIRED' WHERE id = $1`, [id]);
    expect((await signIn(email)).error).toContain('PasswordResetRequiredException');
  });

  it('InvalidPasswordException: too short', async () => {
    expect((await signUpAs(newEmail(), 'Ab1')).error).toContain(
      'InvalidPasswordException: Password did not conform with policy: Password not long enough',
    );
  });

  it('UsernameExistsException: the address has an account', async () => {
    const { email } = await confirmedPerson(identity);
    expect((await signUpAs(email)).error).toBe(
      'UsernameExistsException: An account with the given email already exists.',
    );
  });

  it('CodeMismatchException, ExpiredCodeException: a wrong code, and one that is too old', async () => {
    const email = newEmail();
    await signUpAs(email);
    const { code } = await identity.mail('confirm-sign-up', email);
    expect((await confirm(email, otherCode(code))).error).toContain('CodeMismatchException');
    await identity.sql(`UPDATE verification_code SET expires_at = now() - interval '1 second'`);
    expect((await confirm(email, code)).error).toContain('ExpiredCodeException');
  });

  it('LimitExceededException: too many mails to one person', async () => {
    const email = newEmail();
    await signUpAs(email);
    const errors: string[] = [];
    for (let asked = 0; asked < 12; asked++) {
      const resent = { ClientId: WEB_CLIENT_ID, Username: email };
      errors.push((await identity.call('ResendConfirmationCode', resent)).error);
    }
    expect(errors[0]).toBe('');
    expect(errors.at(-1)).toContain('LimitExceededException');
  });

  it('InvalidParameterException: a name that is no address', async () => {
    expect((await signUpAs('bob')).error).toBe(
      'InvalidParameterException: Username should be an email.',
    );
  });

  it('AliasExistsException: a changed address that somebody else has', async () => {
    const [one, other] = [await confirmedPerson(identity), await confirmedPerson(identity)];
    const { body } = await signIn(one.email);
    const { AccessToken } = body['AuthenticationResult'] as { AccessToken: string };
    const { error } = await identity.call('UpdateUserAttributes', {
      AccessToken,
      UserAttributes: [{ Name: 'email', Value: other.email }],
    });
    expect(error).toBe('AliasExistsException: An account with the given email already exists.');
  });

  it("a missing password maps to 'password is required to signUp'", async () => {
    await expect(signUp({ username: newEmail(), password: undefined })).rejects.toThrow(
      'password is required to signUp',
    );
  });

  it('and its own words reach the client: "Sign-up" shows the provider message', async () => {
    const { email } = await confirmedPerson(identity);
    await expect(signUp({ username: email, password: PASSWORD })).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'An account with the given email already exists.',
    });
  });
});

describe('fields that the service takes and has no use for', () => {
  it.each(['ClientMetadata', 'UserContextData', 'ValidationData', 'ForceAliasCreation'])(
    '%s',
    async (field) => {
      const values = {
        ClientMetadata: { table: 'eight' },
        UserContextData: { EncodedData: 'x' },
        ValidationData: [{ Name: 'invitation', Value: '7' }],
        ForceAliasCreation: true,
      } as Record<string, unknown>;
      const Username = `${randomUUID()}@example.org`;
      const more = { ClientId: WEB_CLIENT_ID, Username, [field]: values[field] };
      const signedUp = await identity.call('SignUp', { ...more, Password: PASSWORD });
      expect(signedUp.error).toBe('');
      const { code } = await identity.mail('confirm-sign-up', Username);
      const confirmed = await identity.call('ConfirmSignUp', { ...more, ConfirmationCode: code });
      expect(confirmed.error).toBe('');
    },
  );
});
