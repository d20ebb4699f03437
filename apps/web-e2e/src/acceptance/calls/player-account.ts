import { codeIn } from '@tomekeeper/testing';
import type { Person } from '../../product/person';
import { shared } from '../../product/shared-product';

/** An account for somebody who needs no browser. @returns the user id */
export async function playerAccount(person: Person): Promise<string> {
  const id = await unconfirmedAccount(person);
  const { email } = person;
  const ConfirmationCode = codeIn(await shared.inbox.latest(email));
  await pool('ConfirmSignUp', { Username: email, ConfirmationCode });
  return id;
}

/** An account whose code was not entered yet. @returns the user id */
export async function unconfirmedAccount(person: Person): Promise<string> {
  const { email, password, firstName, lastName } = person;
  const signedUp = await pool('SignUp', {
    Username: email,
    Password: password,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'given_name', Value: firstName },
      { Name: 'family_name', Value: lastName },
    ],
  });
  return String(signedUp['UserSub']);
}

async function pool(operation: string, body: object): Promise<Record<string, unknown>> {
  const config = (await (await fetch(`${shared.url}/config.json`)).json()) as {
    identity: { user_pool_client_id: string };
  };
  const response = await fetch(`${shared.url}/idp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ...body, ClientId: config.identity.user_pool_client_id }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${operation}: ${JSON.stringify(answer)}`);
  return answer;
}
