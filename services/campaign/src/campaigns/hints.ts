import { hintGiven } from '@tomekeeper/contracts-live';
import type { Transaction } from '@tomekeeper/persistence';

/**
 * Invalidates the campaign lists of these users, whose membership or role changed; former members can no longer be
 * looked up.
 */
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

/** Invalidates a campaign whose title or settings changed. */
export async function hintCampaignChanged(tx: Transaction, campaign: string): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'campaign', campaign, id: campaign, to: 'party' });
}

/** Invalidates the member list after a join, departure or role change. */
export async function hintMembersChanged(tx: Transaction, campaign: string): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'members', campaign, id: campaign, to: 'party' });
}

/** Invalidates the GMs' member list after a change of invites or offers, which other players cannot see. */
export async function hintGmsOfMembers(tx: Transaction, campaign: string): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'members', campaign, id: campaign, to: 'gm' });
}

/** Invalidates a session for GMs, or for the party if players see a difference. */
export async function hintSessionChanged(
  tx: Transaction,
  campaign: string,
  session: string,
  recipients: 'gm' | 'party',
): Promise<void> {
  const event = { kind: 'sessions', campaign, id: session, to: recipients } as const;
  await tx.outbox.event(hintGiven, event);
}

/** Invalidates the board of a session, which only GMs have. */
export async function hintBoardChanged(
  tx: Transaction,
  campaign: string,
  session: string,
): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'board', campaign, id: session, to: 'gm' });
}
