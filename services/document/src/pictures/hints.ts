import { hintGiven, type HintAudience } from '@tomekeeper/contracts-live';
import type { Transaction } from '@tomekeeper/persistence';

/** A campaign has another cover; where a picture turned out to be none, its GMs alone wait for that. */
export async function hintCover(
  tx: Transaction,
  campaign: string,
  to: 'gm' | 'party',
): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'campaign', campaign, id: campaign, to });
}

/** Makes open screens fetch the document again once the worker has made, or refused, the copy of its picture for players. */
export async function hintPlayerPicture(
  tx: Transaction,
  document: { id: string; campaign: string },
  to: HintAudience,
): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'documents', ...document, to });
}
