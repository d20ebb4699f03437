import { randomBytes, randomUUID } from 'node:crypto';
import { codeFor, userPoolClient, type Person } from '@tomekeeper/launcher/demo';

/** What somebody has to know of a product to sign up there. */
export interface Place {
  readonly url: string;
  readonly inboxUrl: string;
  pool(): Promise<{ endpoint: string; poolId: string; clientId: string }>;
}

/** The user pool of a product. @param fetch by which calls go out */
export async function poolOf(place: Place, fetch = globalThis.fetch) {
  const { endpoint, poolId, clientId } = await place.pool();
  return userPoolClient(endpoint, poolId, clientId, fetch);
}

export const newPerson = (): Person => ({
  email: `${randomUUID()}@people.example`,
  password: `Quill-${randomBytes(6).toString('hex')}9A`,
  firstName: 'Some',
  lastName: 'Body',
});

/** Signs a new person up, with the code that comes by mail. */
export async function signUp(place: Place): Promise<Person> {
  const person = newPerson();
  const client = await poolOf(place);
  const since = Date.now();
  await client.signUp(person);
  await client.confirm(person, await codeFor(place.inboxUrl, person.email, since));
  return person;
}

const SIGNED_IN_MS = 20 * 60_000;

/** @returns the token of a new person, good whenever it is asked for */
export async function tokenOf(place: Place): Promise<() => Promise<string>> {
  const person = await signUp(place);
  const client = await poolOf(place);
  let [token, at] = [await client.signIn(person), Date.now()];
  return async () => {
    if (Date.now() - at > SIGNED_IN_MS) [token, at] = [await client.signIn(person), Date.now()];
    return token;
  };
}
