import { randomBytes, randomUUID } from 'node:crypto';
import { codeFor } from './demo-inbox';
import { poolOf, type Person } from './user-pool-client';

/** A running product and its mail inbox. */
export type Place = { readonly url: string; readonly inboxUrl: string };

export const newPerson = (): Person => ({
  email: `${randomUUID()}@people.example`,
  password: `Quill-${randomBytes(6).toString('hex')}9A`,
  firstName: 'Some',
  lastName: 'Body',
});

/** Signs up a new user with the mailed code. */
export async function signUp({ url, inboxUrl }: Place): Promise<Person> {
  const person = newPerson();
  const { client } = await poolOf(url);
  const since = Date.now();
  await client.signUp(person);
  await client.confirm(person, await codeFor(inboxUrl, person.email, since));
  return person;
}
