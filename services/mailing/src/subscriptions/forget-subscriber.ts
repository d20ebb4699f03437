import type { Transaction } from '@tomekeeper/persistence';

/** Takes an address off the list without leaving anything of it. */
export async function forgetSubscriber(email: string, tx: Transaction): Promise<void> {
  await tx.query('DELETE FROM subscriber WHERE email = $1', [email]);
}
