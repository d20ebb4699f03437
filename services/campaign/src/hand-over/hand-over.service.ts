import { Injectable } from '@nestjs/common';
import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { noSuchPlayer, onlyTheOwner } from '../campaigns/campaign.errors';
import { requireMember } from '../campaigns/campaign.queries';
import { hintGmsOfMembers, hintListChanged, hintMembersChanged } from '../campaigns/hints';
import { makeRoomForCampaign } from '../campaigns/campaigns.service';
import { lockedCampaign } from '../campaigns/players.service';
import { noOffer } from './hand-over.errors';

/** Transfers a campaign to another member, who must accept. */
@Injectable()
export class HandOverService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Offers the campaign to a member. Replaces the previous offer. */
  async offer(campaign: string, user: string, member: string): Promise<void> {
    await requireMember(this.uow, campaign, user);
    await this.uow.run(async (tx) => {
      const { role, players } = await lockedCampaign(tx, campaign, user);
      if (role !== 'owner') throw onlyTheOwner('hand it over');
      if (!players.includes(member)) throw noSuchPlayer();
      const ended = await endOffer(tx, campaign);
      await tx.query(
        `INSERT INTO hand_over_offer (campaign_id, player_id, expires_at)
         VALUES ($1, $2, now() + make_interval(days => ${CAMPAIGN_LIMITS.handOverDays}))`,
        [campaign, member],
      );
      await hintOfferChanged(tx, campaign, [...new Set([...ended, member])]);
    });
  }

  /** Withdraws the offer (by the owner; idempotent) or declines it (by the recipient). */
  async end(campaign: string, user: string): Promise<void> {
    await requireMember(this.uow, campaign, user);
    await this.uow.run(async (tx) => {
      const { role } = await lockedCampaign(tx, campaign, user);
      const ended =
        role === 'owner' ? await endOffer(tx, campaign) : await takeOffer(tx, campaign, user);
      if (ended.length > 0) await hintOfferChanged(tx, campaign, ended);
    });
  }

  /** Makes the recipient the owner and the previous owner co-GM, in one transaction. Idempotent. */
  async accept(campaign: string, user: string): Promise<void> {
    await requireMember(this.uow, campaign, user);
    await this.uow.run(async (tx) => {
      const { role, owner } = await lockedCampaign(tx, campaign, user);
      if (role === 'owner') return;
      await makeRoomForCampaign(tx, user);
      await takeOffer(tx, campaign, user);
      await exchange(tx, campaign, { owner, member: user });
      await hintMembersChanged(tx, campaign);
      await hintListChanged(tx, campaign, [user, owner]);
    });
  }
}

/** @returns ids of the offer's recipients */
async function endOffer(tx: Transaction, campaign: string): Promise<string[]> {
  const ended = await tx.query<{ player_id: string }>(
    'DELETE FROM hand_over_offer WHERE campaign_id = $1 RETURNING player_id',
    [campaign],
  );
  return ended.map(({ player_id }) => player_id);
}

/**
 * Consumes an offer to this user.
 * @throws {DomainError} when there is none
 */
async function takeOffer(tx: Transaction, campaign: string, person: string): Promise<string[]> {
  const taken = await tx.query(
    `DELETE FROM hand_over_offer
      WHERE campaign_id = $1 AND player_id = $2 AND expires_at > now() RETURNING 1`,
    [campaign, person],
  );
  if (taken.length === 0) throw noOffer();
  return [person];
}

/** Invalidates the offer for GMs and the recipient; other players cannot see it. */
async function hintOfferChanged(
  tx: Transaction,
  campaign: string,
  concerned: readonly string[],
): Promise<void> {
  await hintGmsOfMembers(tx, campaign);
  await hintListChanged(tx, campaign, concerned);
}

/** An owner is never also a player: deletes the new owner's player row and inserts one for the previous owner. */
async function exchange(
  tx: Transaction,
  campaign: string,
  { owner, member }: { owner: string; member: string },
): Promise<void> {
  await tx.query('DELETE FROM campaign_player WHERE campaign_id = $1 AND player_id = $2', [
    campaign,
    member,
  ]);
  await tx.query('UPDATE campaign SET owner = $2 WHERE id = $1', [campaign, member]);
  await tx.query(
    `INSERT INTO campaign_player (campaign_id, player_id, role) VALUES ($1, $2, 'co_gm')`,
    [campaign, owner],
  );
}
