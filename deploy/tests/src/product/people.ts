import { poolOf, productClient, signUp, type Place } from '@tomekeeper/launcher/demo';

const SIGNED_IN_MS = 20 * 60_000;

/** A signed-in user. */
export type Member = { readonly id: string; readonly token: () => Promise<string> };

/** Signs a new user up and in. */
export async function join(place: Place): Promise<Member> {
  const token = await tokenOf(place);
  return { id: await productClient(place.url, await token()).myId(), token };
}

/** @returns a function that returns a valid token of a new user at any time */
export async function tokenOf(place: Place): Promise<() => Promise<string>> {
  const person = await signUp(place);
  const { client } = await poolOf(place.url);
  let [token, at] = [await client.signIn(person), Date.now()];
  return async () => {
    if (Date.now() - at > SIGNED_IN_MS) [token, at] = [await client.signIn(person), Date.now()];
    return token;
  };
}
