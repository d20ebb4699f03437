import { hintGiven } from '@tomekeeper/contracts-live';
import type { Transaction } from '@tomekeeper/persistence';

/** A campaign has another cover; where a picture turned out to be none, its GMs alone wait for that. */
export async function emitCoverChanged(
  tx: Transaction,
  campaign: string,
  to: 'gm' | 'party',
): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'campaign', campaign, id: campaign, to });
}

/** Makes the open screens of GMs fetch a document again once its picture for players exists or is refused. */
export async function emitPlayerPictureChanged(
  tx: Transaction,
  document: { id: string; campaign: string },
): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'documents', ...document, to: 'gm' });
}
