import { Injectable } from '@nestjs/common';
import { CAMPAIGN_LIMITS, type AcceptInviteAnswer } from '@tomekeeper/contracts-campaign';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { visibleCampaign } from '../campaigns/campaign.queries';
import { hintListChanged, hintMembersChanged } from '../campaigns/hints';
import { lockCampaign } from '../campaigns/players.service';
import { PeopleDirectory } from '../player-lookup/people-directory';
import { campaignFull, inviteNotFound, inviteRevoked, otherAddress } from './invite.errors';
import { inviteByHash, isBarred, useInvite, type FoundInvite } from './invite.queries';
import { InviteTokens } from './invite-tokens';
import { endOf } from './invites.service';

/** Lets people in by invites. */
@Injectable()
export class InviteAcceptance {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly people: PeopleDirectory,
    private readonly tokens: InviteTokens,
  ) {}

  /**
   * Makes the person a member and takes one use of the invite, both or neither. Who is a member already gets in by any
   * invite of the campaign, open or not, and uses up none, so that a call can be repeated.
   * @throws {UpstreamUnavailable} when identity does not say whose address it is
   */
  async accept(token: string, user: string): Promise<AcceptInviteAnswer> {
    const hash = this.tokens.hash(token);
    const found = await inviteByHash(this.uow, hash);
    if (!found) throw inviteNotFound();
    const isTheirs = await this.isFor(found, user);
    await this.uow.run(async (tx) => {
      // Of a campaign that is deleted in this moment nothing is left to tell.
      await lockCampaign(tx, found.campaign_id, inviteNotFound);
      const visible = await visibleCampaign(tx, found.campaign_id, user);
      const isMore = found.role === 'co_gm' && visible?.role === 'player';
      if (visible && !isMore) return;
      const invite = await inviteByHash(tx, hash);
      if (!invite) throw inviteNotFound();
      const ended = endOf(invite);
      if (ended) {
        if (visible) return;
        throw ended;
      }
      if (!isTheirs) throw otherAddress();
      if (await isBarred(tx, invite.id, user)) throw inviteRevoked();
      if (!(await useInvite(tx, invite.id))) throw inviteNotFound();
      await join(tx, invite, user);
    });
    return { campaign: found.campaign_id };
  }

  /** An invite of a co-GM is good for the person alone who has proved the address that it was mailed to. */
  private async isFor({ role, email }: FoundInvite, user: string): Promise<boolean> {
    if (role === 'player') return true;
    return email !== null && (await this.people.withEmail(email)) === user;
  }
}

async function join(
  tx: Transaction,
  { campaign_id, role }: FoundInvite,
  user: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO campaign_player (campaign_id, player_id, role) VALUES ($1, $2, $3)
     ON CONFLICT (campaign_id, player_id) DO UPDATE SET role = $3`,
    [campaign_id, user, role],
  );
  const [count] = await tx.query<{ players: number }>(
    'SELECT count(*)::int AS players FROM campaign_player WHERE campaign_id = $1',
    [campaign_id],
  );
  if ((count?.players ?? 0) > CAMPAIGN_LIMITS.playersPerCampaign) throw campaignFull();
  await hintMembersChanged(tx, campaign_id);
  await hintListChanged(tx, campaign_id, [user]);
}
