import { randomUUID } from 'node:crypto';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Passwords } from '../src/passwords/passwords';
import { TemporaryPasswords } from '../src/passwords/password-changes';
import { PLAIN_CLIENT_ID, POOL_ID, WEB_CLIENT_ID, type RunningIdentity } from './running-identity';

export const PASSWORD = 'Correct-horse-1';

export const newEmail = () => `${randomUUID()}@example.org`;

/** An account whose owner has typed the code from the mail. */
export async function confirmedPerson(
  identity: RunningIdentity,
  { password = PASSWORD, email = newEmail() } = {},
) {
  const signedUp = await identity.call('SignUp', {
    ClientId: WEB_CLIENT_ID,
    Username: email,
    Password: password,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'given_name', Value: 'Mara' },
      { Name: 'family_name', Value: 'Vane' },
    ],
  });
  const { code } = await identity.mail('confirm-sign-up', email);
  await identity.call('ConfirmSignUp', {
    ClientId: WEB_CLIENT_ID,
    Username: email,
    ConfirmationCode: code,
  });
  return { id: String(signedUp.body['UserSub']), email };
}

export const TEMPORARY_PASSWORD = 'Given-horse-1';

/** An account as an operator would leave it: confirmed, but with a password that someone else knows. */
export async function personWithTemporaryPassword(identity: RunningIdentity) {
  const person = await confirmedPerson(identity);
  await identity.sql(`UPDATE pool_user SET family_name = '' WHERE id = $1`, [person.id]);
  const { app } = identity;
  const prepared = await app.get(Passwords).prepare(person.id, TEMPORARY_PASSWORD);
  await app.get(UnitOfWork).run((tx) => app.get(TemporaryPasswords).give(tx, prepared));
  return person;
}

/** An access token, from a sign-in by password. */
export async function accessTokenOf(
  identity: RunningIdentity,
  email: string,
  password = PASSWORD,
  from?: string,
): Promise<string> {
  const request = {
    ClientId: PLAIN_CLIENT_ID,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  };
  const { body, error } = await identity.call('InitiateAuth', request, from);
  const result = body['AuthenticationResult'] as { AccessToken: string } | undefined;
  if (!result) throw new Error(`No tokens: ${error || JSON.stringify(body)}`);
  return result.AccessToken;
}

/** Gives the account another address. @returns the token of the link to undo that */
export async function changedEmail(
  identity: RunningIdentity,
  AccessToken: string,
  email: string,
): Promise<string> {
  const { body } = await identity.call('GetUser', { AccessToken });
  const attributes = body['UserAttributes'] as { Name: string; Value: string }[];
  const before = attributes.find(({ Name }) => Name === 'email')?.Value ?? '';
  identity.clearInbox();
  const UserAttributes = [{ Name: 'email', Value: email }];
  await identity.call('UpdateUserAttributes', { AccessToken, UserAttributes });
  const { code: Code } = await identity.mail('verify-email', email);
  const verified = { AccessToken, AttributeName: 'email', Code };
  const { error } = await identity.call('VerifyUserAttribute', verified);
  if (error) throw new Error(error);
  const { undo_path = '' } = await identity.mail('email-changed', before);
  return undo_path.slice(undo_path.indexOf('=') + 1);
}

/** The key of a device that the account remembers, where every device is remembered. */
export async function rememberedDevice(identity: RunningIdentity, email: string): Promise<string> {
  const DeviceKey = `${POOL_ID.split('_', 1)[0] ?? ''}_${randomUUID()}`;
  const { error } = await identity.call('ConfirmDevice', {
    AccessToken: await accessTokenOf(identity, email),
    DeviceKey,
    DeviceSecretVerifierConfig: { Salt: 'AAAA', PasswordVerifier: 'AQAB' },
  });
  if (error) throw new Error(error);
  return DeviceKey;
}
