import { Injectable } from '@nestjs/common';
import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { campaignNotFound, noSuchPlayer, onlyTheOwner } from '../campaigns/campaign.errors';
import { visibleCampaign, type VisibleCampaign } from '../campaigns/campaign.queries';
import { hintGmsOfMembers, hintListChanged, hintMembersChanged } from '../campaigns/hints';
import { makeRoomForCampaign } from '../campaigns/campaigns.service';
import { lockedCampaign } from '../campaigns/players.service';
import { noOffer } from './hand-over.errors';

/** Gives a campaign to another of its members, when they take it. */
@Injectable()
export class HandOverService {
  constructor(private readonly uow: UnitOfWork) {}

  /** One offer at a time: a new one takes the place of the one before. */
  async offer(campaign: string, user: string, member: string): Promise<void> {
    await this.see(campaign, user);
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

  /** The owner takes the offer back, which may be gone by then, or the person to whom it was made declines it. */
  async end(campaign: string, user: string): Promise<void> {
    await this.see(campaign, user);
    await this.uow.run(async (tx) => {
      const { role } = await lockedCampaign(tx, campaign, user);
      const ended =
        role === 'owner' ? await endOffer(tx, campaign) : await takeOffer(tx, campaign, user);
      if (ended.length > 0) await hintOfferChanged(tx, campaign, ended);
    });
  }

  /**
   * The person to whom it is offered becomes the owner, who was it becomes co-GM; both or neither. A repeated call finds
   * the owner and changes nothing.
   */
  async accept(campaign: string, user: string): Promise<void> {
    await this.see(campaign, user);
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

  private async see(campaign: string, user: string): Promise<VisibleCampaign> {
    const visible = await visibleCampaign(this.uow, campaign, user);
    if (!visible) throw campaignNotFound();
    return visible;
  }
}

/** @returns to whom the campaign was offered */
async function endOffer(tx: Transaction, campaign: string): Promise<string[]> {
  const ended = await tx.query<{ player_id: string }>(
    'DELETE FROM hand_over_offer WHERE campaign_id = $1 RETURNING player_id',
    [campaign],
  );
  return ended.map(({ player_id }) => player_id);
}

/** Ends an offer that is open to this person. @throws {DomainError} when there is none */
async function takeOffer(tx: Transaction, campaign: string, person: string): Promise<string[]> {
  const taken = await tx.query(
    `DELETE FROM hand_over_offer
      WHERE campaign_id = $1 AND player_id = $2 AND expires_at > now() RETURNING 1`,
    [campaign, person],
  );
  if (taken.length === 0) throw noOffer();
  return [person];
}

/** GMs know of an offer, and whom it concerns; other players do not. */
async function hintOfferChanged(
  tx: Transaction,
  campaign: string,
  concerned: readonly string[],
): Promise<void> {
  await hintGmsOfMembers(tx, campaign);
  await hintListChanged(tx, campaign, concerned);
}

/** Nobody is owner and player at once: the member's row ends, and the owner of before gets one. */
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
