import {
  CognitoUserAttribute,
  type CognitoUser,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js';
import { authenticate, called, identityJsPool, identityJsUser } from './identity-js-client';
import { confirmedPerson, newEmail } from './person';
import { PASSWORD, refusalOf, runningIdentity, WRONG_PASSWORD } from './running-identity';

const identity = runningIdentity();

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
  expect(await refusalOf(signIn(user, PASSWORD))).toMatch(/^UserNotConfirmedException/);
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
  expect(
    await refusalOf(called((done) => user.refreshSession(session.getRefreshToken(), done))),
  ).toMatch(/^NotAuthorizedException/);
});

it('signs in with the password itself where the client may', async () => {
  const { email } = await confirmedPerson(identity);
  const user = userOf(email);
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH');
  const session = await signIn(user, PASSWORD);
  expect(session.isValid()).toBe(true);
  expect(await refusalOf(signIn(user, 'Wrong-pass-1'))).toBe(WRONG_PASSWORD);
});

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
  expect(await refusalOf(signIn(user, 'Newer-pass-word-3'))).toBe(WRONG_PASSWORD);
});
