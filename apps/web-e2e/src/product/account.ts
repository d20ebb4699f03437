import { codeIn } from '@tomekeeper/testing';
import type { Person } from './person';
import { poolCalls } from './pool-calls';
import { shared } from './shared-product';

/** Creates an account without a browser. @returns the user id */
export async function playerAccount(person: Person): Promise<string> {
  const id = await unconfirmedAccount(person);
  const pool = await poolCalls(shared.url);
  await pool.confirm(person.email, codeIn(await shared.inbox.latest(person.email)));
  return id;
}

/** An account whose code was not entered yet. @returns the user id */
export async function unconfirmedAccount(person: Person): Promise<string> {
  const pool = await poolCalls(shared.url);
  const answer = await pool.call('SignUp', pool.signUp(person.email, person));
  return (answer as { UserSub: string }).UserSub;
}

/** Creates an account and the browser storage of its session. */
export async function sessionOf(person: Person): Promise<Record<string, string>> {
  await playerAccount(person);
  const pool = await poolCalls(shared.url);
  return pool.stored(person.email, await pool.signIn(person.email, person.password));
}
