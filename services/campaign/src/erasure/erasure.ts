import { Injectable } from '@nestjs/common';
import { campaignDeleted, membershipEnded } from '@tomekeeper/contracts-campaign';
import {
  ADDRESS_SEAL_PURPOSE,
  addressDeleted,
  personDeleted,
} from '@tomekeeper/contracts-identity';
import { id } from '@tomekeeper/contracts-values';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { HandlesEvent, UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { hintListChanged, hintMembersChanged } from '../campaigns/hints';
import { InviteTokens } from '../invites/invite-tokens';

/**
 * Repeats the erasure shortly after the account deletion, because a concurrent request may have written new data for
 * that user.
 */
export const erasePerson = defineJob({
  name: 'forget-person',
  queue: 'campaign-forget',
  payload: z.object({ person_id: id }),
  attempts: 20,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 600_000 },
  concurrency: 1,
});

/** Longer than a revoked token is accepted, and longer than the statement timeout. */
const SECOND_TIME_MS = 15_000;

interface Person {
  person_id: string;
}

/** Deletes a user's campaigns, memberships and invites, including invites that were mailed to them. */
@Injectable()
export class Erasure {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly keyring: Keyring,
    private readonly tokens: InviteTokens,
  ) {}

  @HandlesEvent(personDeleted)
  async onPersonDeleted({ person_id }: Person, tx: Transaction): Promise<void> {
    await erase(tx, person_id);
    await tx.outbox.job(erasePerson, { person_id }, { delayMs: SECOND_TIME_MS });
  }

  /** Mailed invites are stored by address, not by user id. */
  @HandlesEvent(addressDeleted)
  async onAddressDeleted({ sealed }: { sealed: string }, tx: Transaction): Promise<void> {
    const email = this.keyring.open(sealed, ADDRESS_SEAL_PURPOSE).toString();
    await tx.query('DELETE FROM invite WHERE email = $1', [email]);
    const address = this.tokens.hashOfAddress(email);
    await tx.query('DELETE FROM invite_mail WHERE address_hash = $1', [address]);
  }

  @HandlesJob(erasePerson)
  async onErasePerson({ person_id }: Person): Promise<void> {
    await this.uow.run((tx) => erase(tx, person_id));
  }
}

async function erase(tx: Transaction, person: string): Promise<void> {
  const campaigns = await tx.query<{ id: string; players: string[] }>(
    `DELETE FROM campaign c WHERE owner = $1
     RETURNING id, ARRAY(SELECT player_id FROM campaign_player p WHERE p.campaign_id = c.id) AS players`,
    [person],
  );
  for (const { id: campaign, players } of campaigns) {
    await tx.outbox.event(campaignDeleted, { campaign_id: campaign });
    await hintListChanged(tx, campaign, players);
  }
  const left = await tx.query<{ campaign_id: string; membership_id: string }>(
    'DELETE FROM campaign_player WHERE player_id = $1 RETURNING campaign_id, membership_id',
    [person],
  );
  for (const { campaign_id, membership_id } of left) {
    await tx.outbox.event(membershipEnded, { campaign_id, membership_id });
    await hintMembersChanged(tx, campaign_id);
  }
  await tx.query('DELETE FROM email_lookup WHERE person_id = $1', [person]);
  await tx.query('DELETE FROM invite WHERE created_by = $1', [person]);
  await tx.query('DELETE FROM removed_player WHERE player_id = $1', [person]);
  // The mails still count toward the recipients' limits.
  await tx.query('UPDATE invite_mail SET sender = NULL WHERE sender = $1', [person]);
}
