import {
  CognitoUserAttribute,
  type CognitoUser,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js';
import { authenticate, called, identityJsPool, identityJsUser } from './identity-js-client';
import { confirmedPerson, newEmail, PASSWORD } from './person';
import { identityForTests } from './running-identity';

const identity = identityForTests();

const userOf = (email: string) => identityJsUser(identity, email);

async function signIn(user: CognitoUser, password: string): Promise<CognitoUserSession> {
  const done = await authenticate(user, password);
  if (done.name !== 'signed-in') throw new Error(done.name);
  return done.session;
}

it('signs up, confirms, signs in by SRP, refreshes, signs out everywhere', async () => {
  const email = newEmail();
  const attributes = [new CognitoUserAttribute({ Name: 'email', Value: email })];
  await called((done) => identityJsPool(identity).signUp(email, PASSWORD, attributes, [], done));
  const user = userOf(email);
  await expect(signIn(user, PASSWORD)).rejects.toMatchObject({
    code: 'UserNotConfirmedException',
  });
  await identity.mail('confirm-sign-up', email);
  identity.clearInbox();
  await called((done) => user.resendConfirmationCode(done));
  const { code } = await identity.mail('confirm-sign-up', email);
  await called((done) => user.confirmRegistration(code, true, done));
  const session = await signIn(user, PASSWORD);
  expect(session.getIdToken().payload['email']).toBe(email);
  const refreshed = await called<CognitoUserSession>((done) =>
    user.refreshSession(session.getRefreshToken(), done),
  );
  expect(refreshed?.getAccessToken().payload['origin_jti']).toBe(
    session.getAccessToken().payload['origin_jti'],
  );
  const data = await called<{ Name: string; Value: string }[]>((done) =>
    user.getUserAttributes((error, result) =>
      done(
        error,
        result?.map((one) => ({ Name: one.getName(), Value: one.getValue() })),
      ),
    ),
  );
  expect(data).toContainEqual({ Name: 'email', Value: email });
  await new Promise((onSuccess, onFailure) => user.globalSignOut({ onSuccess, onFailure }));
  await expect(
    called((done) => user.refreshSession(session.getRefreshToken(), done)),
  ).rejects.toMatchObject({ code: 'NotAuthorizedException' });
}, 30_000);

it('signs in with the password itself where the client may', async () => {
  const { email } = await confirmedPerson(identity);
  const user = userOf(email);
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH');
  const session = await signIn(user, PASSWORD);
  expect(session.isValid()).toBe(true);
  await expect(signIn(user, 'Wrong-pass-1')).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
}, 30_000);

it('changes, forgets and resets a password, deletes the account', async () => {
  const { email } = await confirmedPerson(identity);
  const user = userOf(email);
  await signIn(user, PASSWORD);
  await called((done) => user.changePassword(PASSWORD, 'New-pass-word-2', done));
  await new Promise((onSuccess, onFailure) => user.forgotPassword({ onSuccess, onFailure }));
  const { code } = await identity.mail('reset-password', email);
  await new Promise<string>((onSuccess, onFailure) =>
    user.confirmPassword(code, 'Newer-pass-word-3', { onSuccess, onFailure }),
  );
  await signIn(user, 'Newer-pass-word-3');
  await called((done) => user.deleteUser(done));
  await expect(signIn(user, 'Newer-pass-word-3')).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
}, 30_000);
