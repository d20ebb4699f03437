import { decodeJwt } from 'jose';
import { OperatorProblem } from '../src/operators/operator-accounts';
import { OperatorCommands } from '../src/operators/operator-commands';
import { confirmedPerson, newEmail, PASSWORD } from './person';
import { identityForTests, PLAIN_CLIENT_ID, WEB_CLIENT_ID } from './running-identity';

/** The operators' command line, on the database of a running service. */
const identity = identityForTests();

const operator = async (...args: string[]) =>
  (await identity.app.get(OperatorCommands, { strict: false }).run(args)).join('\n');
const signIn = (email: string, password = PASSWORD) =>
  identity.call('InitiateAuth', {
    ClientId: PLAIN_CLIENT_ID,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
async function accessToken(email: string): Promise<string> {
  const { body } = await signIn(email);
  return (body['AuthenticationResult'] as { AccessToken: string }).AccessToken;
}
const passwordIn = (text: string) => /^Temporary password: (\S{16})$/m.exec(text)?.[1] ?? '';

it('makes an account whose temporary password asks for a new one at sign-in', async () => {
  const email = newEmail();
  const output = await operator('create', email.toUpperCase(), 'Ada', 'Lovelace');
  const [listed] = (await operator('list', email)).split('\n');
  expect(listed).toMatch(/FORCE_CHANGE_PASSWORD {2}\S+@example\.org {2}Ada Lovelace$/);
  const first = await signIn(email, passwordIn(output));
  expect(first.body['ChallengeName']).toBe('NEW_PASSWORD_REQUIRED');
  const second = await identity.call('RespondToAuthChallenge', {
    ClientId: PLAIN_CLIENT_ID,
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: first.body['Session'],
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: PASSWORD },
  });
  expect(second.body['AuthenticationResult']).toBeDefined();
  await expect(operator('create', email)).rejects.toThrow('has an account already');
  await expect(operator('create', 'nobody')).rejects.toThrow('no e-mail address');
});

it('disables an account at once, and enables it again', async () => {
  const { email, id } = await confirmedPerson(identity);
  const AccessToken = await accessToken(email);
  expect(await operator('disable', email)).toContain('disabled and signed out');
  expect((await identity.call('GetUser', { AccessToken })).error).toContain('revoked');
  expect((await signIn(email)).error).toBe('NotAuthorizedException: User is disabled.');
  await operator('enable', id);
  expect((await signIn(email)).error).toBe('');
});

it('signs out everywhere, and makes a new password necessary', async () => {
  const { email, id } = await confirmedPerson(identity);
  const AccessToken = await accessToken(email);
  await operator('sign-out', id);
  expect((await identity.call('GetUser', { AccessToken })).error).toContain('revoked');
  await operator('reset', email);
  expect((await signIn(email)).error).toContain('PasswordResetRequiredException');
  await identity.call('ForgotPassword', { ClientId: WEB_CLIENT_ID, Username: email });
  const { code } = await identity.mail('reset-password', email);
  await identity.call('ConfirmForgotPassword', {
    ClientId: WEB_CLIENT_ID,
    Username: email,
    ConfirmationCode: code,
    Password: 'New-pass-word-2',
  });
  expect((await signIn(email, 'New-pass-word-2')).error).toBe('');
  const given = passwordIn(await operator('password', email));
  expect((await signIn(email, given)).body['ChallengeName']).toBe('NEW_PASSWORD_REQUIRED');
  const events = await identity.sql<{ kind: string }>(
    `SELECT kind FROM security_event WHERE user_id = $1 AND kind LIKE 'operator%' ORDER BY seq`,
    [id],
  );
  expect(events.map(({ kind }) => kind)).toEqual([
    'operator_signed_out',
    'operator_reset',
    'operator_reset',
  ]);
});

/** What a call of the product API is made with, and what it says of the caller. */
async function signedIn(email: string) {
  const { body } = await signIn(email);
  const tokens = body['AuthenticationResult'] as { AccessToken: string; IdToken: string };
  return { groups: [groupsIn(tokens.AccessToken), groupsIn(tokens.IdToken)], ...tokens };
}
const groupsIn = (token: string): unknown =>
  (decodeJwt(token) as Record<string, unknown>)['cognito:groups'];

it('gives the role of an operator, which tokens name from then on, and takes it away at once', async () => {
  const [ada, bob] = [await confirmedPerson(identity), await confirmedPerson(identity)];
  expect(await operator('operators')).toBe('There is no operator.');
  expect((await signedIn(ada.email)).groups).toEqual([undefined, undefined]);
  await operator('operators', 'add', ada.email.toUpperCase());
  await operator('operators', 'add', ada.id);
  await operator('operators', 'add', bob.email);
  expect(await operator('operators', 'list')).toContain(ada.email);

  const { AccessToken, groups } = await signedIn(ada.email);
  expect(groups).toEqual([['operators'], ['operators']]);
  await operator('operators', 'remove', ada.email);
  expect((await identity.call('GetUser', { AccessToken })).error).toContain('revoked');
  expect((await signedIn(ada.email)).groups).toEqual([undefined, undefined]);
  // Others keep it, until their account ends.
  const other = await signedIn(bob.email);
  expect(other.groups).toEqual([['operators'], ['operators']]);
  await identity.call('DeleteUser', { AccessToken: other.AccessToken });
  expect(await operator('operators')).toBe('There is no operator.');

  const events = await identity.sql<{ kind: string }>(
    `SELECT kind FROM security_event WHERE user_id = $1 AND kind LIKE 'operator%' ORDER BY seq`,
    [ada.id],
  );
  expect(events.map(({ kind }) => kind)).toEqual(['operator_role_given', 'operator_role_taken']);
});

it('lets nobody into a group by what they tell of themselves', async () => {
  const { email } = await confirmedPerson(identity);
  const AccessToken = await accessToken(email);
  for (const Name of ['cognito:groups', 'groups', 'custom:groups'])
    await identity.call('UpdateUserAttributes', {
      AccessToken,
      UserAttributes: [{ Name, Value: 'operators' }],
    });
  expect((await signedIn(email)).groups).toEqual([undefined, undefined]);
});

it('says what it can do, and what it could not find', async () => {
  for (const args of [[], ['__proto__'], ['drop'], ['disable'], ['create'], ['operators', 'take']])
    await expect(operator(...args)).rejects.toThrow('Usage: npm run identity');
  await expect(operator('disable', newEmail())).rejects.toThrow(OperatorProblem);
  expect(await operator('list', 'nobody has this name')).toBe('There is no such account.');
});

it('is not open over the network', async () => {
  for (const operation of [
    'AdminCreateUser',
    'AdminDisableUser',
    'AdminAddUserToGroup',
    'CreateGroup',
    'AdminSetUserPassword',
    'ListUsers',
  ])
    expect((await identity.call(operation, { UserPoolId: 'x', Username: 'x' })).error).toContain(
      'UnknownOperationException',
    );
});
