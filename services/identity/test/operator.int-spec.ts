import { decodeJwt } from 'jose';
import { OperatorProblem } from '../src/operators/operator-accounts';
import { OperatorCommands } from '../src/operators/operator-commands';
import { confirmedPerson, newEmail, resetByMail, signedInPerson } from './person';
import { PASSWORD, REVOKED, runningIdentity } from './running-identity';

/** The operators' command line, on the database of a running service. */
const identity = runningIdentity();

const operator = async (...args: string[]) =>
  (await identity.app.get(OperatorCommands, { strict: false }).run(args)).join('\n');
/** Operator events of an account, oldest first. */
const operatorEvents = async (userId: string) =>
  (await identity.eventsOf(userId)).filter((kind) => kind.startsWith('operator')).reverse();
const passwordIn = (text: string) => /^Temporary password: (\S{16})$/m.exec(text)?.[1] ?? '';

it('makes an account whose temporary password asks for a new one at sign-in', async () => {
  const email = newEmail();
  const output = await operator('create', email.toUpperCase(), 'Ada', 'Lovelace');
  const [listed] = (await operator('list', email)).split('\n');
  expect(listed).toMatch(/FORCE_CHANGE_PASSWORD {2}\S+@example\.org {2}Ada Lovelace$/);
  const first = await identity.signIn(email, passwordIn(output));
  expect(first.body['ChallengeName']).toBe('NEW_PASSWORD_REQUIRED');
  const answers = { USERNAME: email, NEW_PASSWORD: PASSWORD };
  const second = await identity.respond('NEW_PASSWORD_REQUIRED', first.body['Session'], answers);
  expect(second.tokens.AccessToken).toBeTruthy();
  await expect(operator('create', email)).rejects.toThrow('has an account already');
  await expect(operator('create', 'nobody')).rejects.toThrow('no e-mail address');
});

it('disables an account at once, and enables it again', async () => {
  const { email, id, AccessToken } = await signedInPerson(identity);
  expect(await operator('disable', email)).toContain('disabled and signed out');
  expect((await identity.call('GetUser', { AccessToken })).error).toBe(REVOKED);
  expect((await identity.signIn(email)).error).toBe('NotAuthorizedException: User is disabled.');
  await operator('enable', id);
  expect((await identity.signIn(email)).error).toBe('');
});

it('signs out everywhere, and makes a new password necessary', async () => {
  const { email, id, AccessToken } = await signedInPerson(identity);
  await operator('sign-out', id);
  expect((await identity.call('GetUser', { AccessToken })).error).toBe(REVOKED);
  await operator('reset', email);
  expect((await identity.signIn(email)).error).toContain('PasswordResetRequiredException');
  await resetByMail(identity, email, 'New-pass-word-2');
  expect((await identity.signIn(email, 'New-pass-word-2')).error).toBe('');
  const given = passwordIn(await operator('password', email));
  expect((await identity.signIn(email, given)).body['ChallengeName']).toBe('NEW_PASSWORD_REQUIRED');
  expect(await operatorEvents(id)).toEqual([
    'operator_signed_out',
    'operator_reset',
    'operator_reset',
  ]);
});

/** Returns request headers of the product API and the resulting caller. */
async function signedIn(email: string) {
  const { tokens } = await identity.signIn(email);
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
  expect((await identity.call('GetUser', { AccessToken })).error).toBe(REVOKED);
  expect((await signedIn(ada.email)).groups).toEqual([undefined, undefined]);
  // Others keep it, until their account ends.
  const other = await signedIn(bob.email);
  expect(other.groups).toEqual([['operators'], ['operators']]);
  await identity.call('DeleteUser', { AccessToken: other.AccessToken });
  expect(await operator('operators')).toBe('There is no operator.');

  expect(await operatorEvents(ada.id)).toEqual(['operator_role_given', 'operator_role_taken']);
});

it('does not derive groups from a user attribute', async () => {
  const { email, AccessToken } = await signedInPerson(identity);
  for (const name of ['cognito:groups', 'groups', 'custom:groups'])
    await identity.changeAttributes(AccessToken, { [name]: 'operators' });
  expect((await signedIn(email)).groups).toEqual([undefined, undefined]);
});

it('lists its commands, and reports unknown ones', async () => {
  for (const args of [[], ['__proto__'], ['drop'], ['disable'], ['create'], ['operators', 'take']])
    await expect(operator(...args)).rejects.toThrow('Usage: npm run identity');
  await expect(operator('disable', newEmail())).rejects.toThrow(OperatorProblem);
  expect(await operator('list', 'no user has this name')).toBe('There is no such account.');
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
