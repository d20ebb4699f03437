import { hintGiven } from '@tomekeeper/contracts-live';
import type { Transaction } from '@tomekeeper/persistence';

/** A campaign came to these people's lists, went from them, or they are something else in it; who is gone can not be looked up any more. */
export async function hintListChanged(
  tx: Transaction,
  campaign: string,
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return;
  await tx.outbox.event(hintGiven, {
    kind: 'campaigns',
    campaign,
    id: campaign,
    to: { people: [...people] },
  });
}

/** The campaign is called otherwise, or its GMs have settled something otherwise. */
export async function hintCampaignChanged(tx: Transaction, campaign: string): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'campaign', campaign, id: campaign, to: 'party' });
}

/** Somebody came to the campaign or left it, or is something else in it. */
export async function hintMembersChanged(tx: Transaction, campaign: string): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'members', campaign, id: campaign, to: 'party' });
}

/** An invite or an offer was made or ended; other players know of none. */
export async function hintGmsOfMembers(tx: Transaction, campaign: string): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'members', campaign, id: campaign, to: 'gm' });
}
