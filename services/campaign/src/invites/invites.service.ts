import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  INVITE_LIMITS,
  isGm,
  type CampaignRole,
  type Invite,
  type InvitePreview,
  type InviteRequest,
} from '@tomekeeper/contracts-campaign';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { campaignNotFound, onlyGms, onlyTheOwner } from '../campaigns/campaign.errors';
import { visibleCampaign, type VisibleCampaign } from '../campaigns/campaign.queries';
import { hintGmsOfMembers } from '../campaigns/hints';
import { lockedCampaign } from '../campaigns/players.service';
import { PeopleDirectory } from '../player-lookup/people-directory';
import {
  coGmsByEmailOnly,
  coGmsOneByOne,
  inviteExpired,
  inviteNotFound,
  inviteRevoked,
  inviteUsedUp,
  tooManyInvites,
} from './invite.errors';
import { InviteMails } from './invite-mails';
import {
  barsAnybody,
  hasJoined,
  insertInvite,
  inviteByHash,
  inviteOf,
  isBarred,
  openInvites,
  renewInvite,
  revokeInvite,
  type FoundInvite,
  type InviteRow,
  type NewInvite,
} from './invite.queries';
import { InviteTokens } from './invite-tokens';

/** Invites of a campaign, for its GMs; only the owner sees co-GM invites. */
@Injectable()
export class InvitesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly people: PeopleDirectory,
    private readonly tokens: InviteTokens,
    private readonly mails: InviteMails,
  ) {}

  async list(campaign: string, user: string): Promise<Invite[]> {
    await this.seeAsGm(campaign, user, 'see its invites');
    const open = await openInvites(this.uow, campaign);
    return open.map((row) => this.answerOf(row));
  }

  async create(campaign: string, user: string, request: InviteRequest): Promise<Invite> {
    const { role, title } = await this.seeAsGm(campaign, user, 'invite people');
    requireRightTo(request, role);
    const uses = usesOf(request);
    if (request.role === 'co_gm') {
      if (request.email === undefined) throw coGmsByEmailOnly();
      if (uses > 1) throw coGmsOneByOne();
    }
    // The name lookup may be slow, so it precedes the transaction.
    const inviter = request.email === undefined ? '' : await this.nameOf(user);
    const made = await this.uow.run(async (tx) => {
      const { role } = await lockedCampaign(tx, campaign, user);
      requireRightTo(request, role);
      const invite = await this.renewedOrNew(tx, { ...request, campaign, creator: user, uses });
      if (request.email !== undefined)
        await this.mails.send(tx, user, {
          template: 'campaign-invite',
          to: request.email,
          inviter,
          title,
          role: request.role,
          invite_path: this.tokens.pathOf(invite.token),
          expires_at: invite.row.expires_at.toISOString(),
        });
      await hintGmsOfMembers(tx, campaign);
      return invite.row;
    });
    return this.answerOf(made);
  }

  /** Revokes an invite. Idempotent. */
  async revoke(campaign: string, user: string, id: string): Promise<void> {
    await this.seeAsGm(campaign, user, 'withdraw invites');
    const invite = await inviteOf(this.uow, campaign, id);
    if (!invite) throw inviteNotFound();
    await this.uow.run(async (tx) => {
      const { role } = await lockedCampaign(tx, campaign, user);
      if (!isGm(role)) throw onlyGms('withdraw invites');
      if (invite.role === 'co_gm' && role !== 'owner') throw onlyTheOwner('withdraw this invite');
      await revokeInvite(tx, id);
      await hintGmsOfMembers(tx, campaign);
    });
  }

  /**
   * Returns the details that the holder of a link may see before accepting. Members get the campaign's id, even from an
   * ended invite.
   * @param user undefined for a visitor
   * @throws {DomainError} when this user cannot use the invite
   */
  async preview(token: string, user: string | undefined): Promise<InvitePreview> {
    const invite = await inviteByHash(this.uow, this.tokens.hash(token));
    if (!invite) throw inviteNotFound();
    const isMember = user !== undefined && (await hasJoined(this.uow, invite, user));
    if (!isMember) {
      const ended = endOf(invite);
      if (ended) throw ended;
      if (user && (await isBarred(this.uow, invite.id, user))) throw inviteRevoked();
    }
    return {
      title: invite.title,
      invited_by: (await this.nameOf(invite.created_by)) || null,
      role: invite.role,
      for_address_only: invite.role === 'co_gm',
      ...(isMember && { campaign: invite.campaign_id }),
    };
  }

  /**
   * Renews the previous invite to the same address, so that the link in the earlier mail works on. Creates a new invite
   * if a user was removed since, because that user may know the link.
   */
  private async renewedOrNew(
    tx: Transaction,
    wanted: NewInvite,
  ): Promise<{ row: InviteRow; token: string }> {
    const open = await openInvites(tx, wanted.campaign);
    const same = open.find(({ email, role }) => email === wanted.email && role === wanted.role);
    const known = same && this.tokens.open(same.sealed_token, same.id);
    const isBarring = same !== undefined && (await barsAnybody(tx, same.id));
    if (same && known !== undefined && !isBarring)
      return { row: await renewInvite(tx, same.id, wanted), token: known };
    if (same && isBarring) await revokeInvite(tx, same.id);
    else if (open.length >= INVITE_LIMITS.openPerCampaign) throw tooManyInvites();
    const id = randomUUID();
    const { token, hash, sealed } = this.tokens.create(id);
    return { row: await insertInvite(tx, { ...wanted, id, hash, sealed }), token };
  }

  private async nameOf(person: string): Promise<string> {
    const [named] = await this.people.named([person]);
    return named?.name ?? '';
  }

  private async seeAsGm(campaign: string, user: string, what: string): Promise<VisibleCampaign> {
    const visible = await visibleCampaign(this.uow, campaign, user);
    if (!visible) throw campaignNotFound();
    if (!isGm(visible.role)) throw onlyGms(what);
    return visible;
  }

  private answerOf(row: InviteRow): Invite {
    // Co-GM links are only sent by mail.
    const token = row.role === 'co_gm' ? undefined : this.tokens.open(row.sealed_token, row.id);
    return {
      id: row.id,
      role: row.role,
      email: row.email,
      link: token === undefined ? null : this.tokens.linkOf(token),
      uses: row.uses,
      uses_left: row.uses_left,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    };
  }
}

/** Checked again under the campaign's lock, because ownership may have changed since. */
function requireRightTo(invite: InviteRequest, inviter: CampaignRole): void {
  if (!isGm(inviter)) throw onlyGms('invite people');
  if (invite.role === 'co_gm' && inviter !== 'owner') throw onlyTheOwner('invite co-GMs');
}

function usesOf({ uses, email }: InviteRequest): number {
  return uses ?? (email === undefined ? INVITE_LIMITS.defaultUses : 1);
}

/** Returns why an invite has ended, if it has. */
export function endOf({ ended }: FoundInvite) {
  switch (ended) {
    case 'revoked':
      return inviteRevoked();
    case 'used up':
      return inviteUsedUp();
    case 'expired':
      return inviteExpired();
    case null:
      return undefined;
  }
}
