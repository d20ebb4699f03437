import { randomBytes, randomUUID } from 'node:crypto';
import { codeFor, userPoolClient, type Person } from '@tomekeeper/launcher/demo';

/** Configuration for sign-up at a product. */
export interface Place {
  readonly url: string;
  readonly inboxUrl: string;
  pool(): Promise<{ endpoint: string; poolId: string; clientId: string }>;
}

/**
 * Returns a client for the product's user pool.
 * @param fetch the fetch implementation
 */
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

/** Signs up a new user with the mailed code. */
export async function signUp(place: Place): Promise<Person> {
  const person = newPerson();
  const client = await poolOf(place);
  const since = Date.now();
  await client.signUp(person);
  await client.confirm(person, await codeFor(place.inboxUrl, person.email, since));
  return person;
}

const SIGNED_IN_MS = 20 * 60_000;

/** @returns a function that returns a valid token of a new user at any time */
export async function tokenOf(place: Place): Promise<() => Promise<string>> {
  const person = await signUp(place);
  const client = await poolOf(place);
  let [token, at] = [await client.signIn(person), Date.now()];
  return async () => {
    if (Date.now() - at > SIGNED_IN_MS) [token, at] = [await client.signIn(person), Date.now()];
    return token;
  };
}
