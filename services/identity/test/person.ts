import { randomUUID } from 'node:crypto';
import { WEB_CLIENT_ID, type RunningIdentity } from './running-identity';

export const PASSWORD = 'Correct-horse-1';

export const newEmail = () => `${randomUUID()}@example.org`;

/** An account whose owner has typed the code from the mail. */
export async function confirmedPerson(identity: RunningIdentity, password = PASSWORD) {
  const email = newEmail();
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
