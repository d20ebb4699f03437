import { codeIn } from '@tomekeeper/testing';
import type { Person } from '../../product/person';
import { poolCalls } from '../../product/pool-calls';
import { shared } from '../../product/shared-product';

/** An account for somebody who needs no browser. @returns the user id */
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
