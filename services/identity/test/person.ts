import { randomUUID } from 'node:crypto';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Passwords } from '../src/passwords/passwords';
import { TemporaryPasswords } from '../src/passwords/password-changes';
import { Authenticator } from './authenticator';
import { attributeList, PASSWORD, POOL_ID, type RunningIdentity } from './running-identity';

export const newEmail = () => `${randomUUID()}@example.org`;

/** An account whose owner has typed the code from the mail. */
export async function confirmedPerson(
  identity: RunningIdentity,
  { password = PASSWORD, email = newEmail() } = {},
) {
  const names = { given_name: 'Mara', family_name: 'Vane' };
  const UserAttributes = attributeList({ email, ...names });
  const signedUp = await identity.signUp(email, password, { UserAttributes });
  await identity.confirmSignUp(email, (await identity.mail('confirm-sign-up', email)).code);
  return { id: String(signedUp.body['UserSub']), email };
}

/** Same as above, signed in by password. */
export async function signedInPerson(identity: RunningIdentity) {
  const person = await confirmedPerson(identity);
  return { ...person, ...(await identity.signIn(person.email)).tokens };
}

/** An authenticator app in use, as the second factor of an account. */
export async function withAuthenticator(
  identity: RunningIdentity,
  AccessToken: string,
): Promise<Authenticator> {
  const { body } = await identity.call('AssociateSoftwareToken', { AccessToken });
  const app = new Authenticator(String(body['SecretCode']));
  await identity.call('VerifySoftwareToken', { AccessToken, UserCode: app.next() });
  const SoftwareTokenMfaSettings = { Enabled: true };
  await identity.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
  return app;
}

export const TEMPORARY_PASSWORD = 'Given-horse-1';

/** An account as created by an operator: confirmed, with a temporary password. */
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
  const { tokens, body, error } = await identity.signIn(email, password, { from });
  if (!tokens.AccessToken) throw new Error(`No tokens: ${error || JSON.stringify(body)}`);
  return tokens.AccessToken;
}

/** Gives a new password to an account, by a code from its mailbox. */
export async function resetByMail(
  identity: RunningIdentity,
  email: string,
  password: string,
  ClientMetadata?: object,
): Promise<void> {
  await identity.forgotPassword(email);
  const { code } = await identity.mail('reset-password', email);
  const { error } = await identity.resetPassword(email, code, password, { ClientMetadata });
  if (error) throw new Error(error);
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
  await identity.changeAttributes(AccessToken, { email });
  const { code } = await identity.mail('verify-email', email);
  const { error } = await identity.verifyAttribute(AccessToken, 'email', code);
  if (error) throw new Error(error);
  const { undo_path = '' } = await identity.mail('email-changed', before);
  return undo_path.slice(undo_path.indexOf('=') + 1);
}

/** The account has this number, without having proved it by a code. */
export const givePhone = (identity: RunningIdentity, userId: string) =>
  identity.sql(
    `UPDATE pool_user SET phone_number = '+15550100', phone_number_verified = true WHERE id = $1`,
    [userId],
  );

/** The key of a device, as clients make it. */
export const newDeviceKey = () => `${POOL_ID.split('_', 1)[0] ?? ''}_${randomUUID()}`;

/** The key of a device that the account remembers, where every device is remembered. */
export async function rememberedDevice(identity: RunningIdentity, email: string): Promise<string> {
  const DeviceKey = newDeviceKey();
  const { error } = await identity.call('ConfirmDevice', {
    AccessToken: await accessTokenOf(identity, email),
    DeviceKey,
    DeviceSecretVerifierConfig: { Salt: 'AAAA', PasswordVerifier: 'AQAB' },
  });
  if (error) throw new Error(error);
  return DeviceKey;
}
