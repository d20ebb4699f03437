import { Injectable } from '@nestjs/common';
import { CAMPAIGN_LIMITS, type AcceptInviteAnswer } from '@tomekeeper/contracts-campaign';
import { INVITE_SEAL_PURPOSE, invitedPersonConfirmed } from '@tomekeeper/contracts-identity';
import { HandlesEvent, UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { DomainError, Keyring } from '@tomekeeper/service-kit';
import { visibleCampaign } from '../campaigns/campaign.queries';
import { hintListChanged, hintMembersChanged } from '../campaigns/hints';
import { lockCampaign } from '../campaigns/players.service';
import { PeopleDirectory } from '../player-lookup/people-directory';
import { campaignFull, inviteNotFound, inviteRevoked, otherAddress } from './invite.errors';
import {
  hasDeparted,
  inviteByHash,
  isBarred,
  promotes,
  useInvite,
  type FoundInvite,
} from './invite.queries';
import { InviteTokens } from './invite-tokens';
import { endOf } from './invites.service';

/** Accepts invites. */
@Injectable()
export class InviteAcceptance {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly people: PeopleDirectory,
    private readonly tokens: InviteTokens,
    private readonly keyring: Keyring,
  ) {}

  /**
   * Accepts the invite that a confirmed sign-up started from. An invite that the user cannot use is ignored: the invite
   * page explains the reason. Late and repeated events add neither erased users nor former members.
   * @throws {UpstreamUnavailable} when identity does not respond; the event is retried
   */
  @HandlesEvent(invitedPersonConfirmed, { isIdempotent: true })
  async onInvitedPersonConfirmed(event: { person_id: string; sealed: string }): Promise<void> {
    const person = event.person_id.toLowerCase();
    const token = this.keyring.open(event.sealed, INVITE_SEAL_PURPOSE, person).toString();
    if (!(await this.people.known([person])).has(person)) return;
    if (await hasDeparted(this.uow, this.tokens.hash(token), person)) return;
    try {
      await this.accept(token, person);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  /**
   * Adds the user as a member and takes one use of the invite, in one transaction. Idempotent: for existing
   * members any invite of the campaign succeeds, active or not, without taking a use.
   * @throws {UpstreamUnavailable} when identity cannot verify the user's address
   */
  async accept(token: string, user: string): Promise<AcceptInviteAnswer> {
    const hash = this.tokens.hash(token);
    const found = await inviteByHash(this.uow, hash);
    if (!found) throw inviteNotFound();
    const isTheirs = await this.isFor(found, user);
    await this.uow.run(async (tx) => {
      // A concurrently deleted campaign reveals nothing.
      await lockCampaign(tx, found.campaign_id, inviteNotFound);
      const visible = await visibleCampaign(tx, found.campaign_id, user);
      if (visible && !promotes(found, visible)) return;
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

  /** A co-GM invite is valid only for the user who has verified the address that it was mailed to. */
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
