import { Injectable } from '@nestjs/common';
import {
  CAMPAIGN_LIMITS,
  isGm,
  membershipEnded,
  type PlayerRole,
  type PlayersAnswer,
} from '@tomekeeper/contracts-campaign';
import { id } from '@tomekeeper/contracts-values';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { PeopleDirectory } from '../player-lookup/people-directory';
import { PlayerResolver } from '../player-lookup/player-resolver';
import { hintListChanged, hintMembersChanged } from './hints';
import {
  requireMember,
  visibleCampaign,
  playersOf,
  type PlayerRow,
  type VisibleCampaign,
} from './campaign.queries';
import { CampaignEntity } from './campaign.entity';
import {
  campaignNotFound,
  noSuchPlayer,
  notUserIds,
  onlyGms,
  onlyTheOwner,
  onlyYourself,
  tooManyPlayers,
} from './campaign.errors';
import { namedMembers } from './members';

/** The members after a change. */
interface Changed {
  owner: string;
  players: PlayerRow[];
}

/** Adds and removes players, and changes their roles. */
@Injectable()
export class PlayersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly people: PeopleDirectory,
    private readonly resolver: PlayerResolver,
  ) {}

  async add(campaign: string, user: string, named: readonly string[]): Promise<PlayersAnswer> {
    const visible = await requireMember(this.uow, campaign, user);
    if (!isGm(visible.role)) throw onlyGms('add players');
    const ids = await this.resolver.resolve(user, named, [visible.owner, ...visible.players]);
    const changed = await this.uow.run(async (tx) => {
      const { owner, role, players: known } = await lockedCampaign(tx, campaign, user);
      if (!isGm(role)) throw onlyGms('add players');
      await insertPlayers(tx, campaign, owner, ids);
      const players = await playersOf(tx, campaign);
      const added = players.flatMap(({ id: player }) => (known.includes(player) ? [] : [player]));
      if (added.length > 0) await hintMembersChanged(tx, campaign);
      await hintListChanged(tx, campaign, added);
      return { owner, players };
    });
    return this.answer(changed);
  }

  /** The owner may remove any player, a co-GM players and themself, a player only themself. Unknown users are ignored. */
  async remove(campaign: string, user: string, named: readonly string[]): Promise<PlayersAnswer> {
    const visible = await requireMember(this.uow, campaign, user);
    const ids = named.map((text) => text.toLowerCase());
    if (visible.role === 'player' && ids.some((one) => one !== user)) throw onlyYourself();
    const unreadable = named.filter((text) => !id.safeParse(text).success);
    if (unreadable.length > 0) throw notUserIds(unreadable);
    const others = ids.filter((one) => one !== user);
    const changed = await this.uow.run(async (tx) => {
      const { owner, role } = await lockedCampaign(tx, campaign, user);
      if (role === 'player' && others.length > 0) throw onlyYourself();
      if (role === 'co_gm' && (await anyCoGm(tx, campaign, others)))
        throw onlyTheOwner('remove its co-GMs');
      const gone = await tx.query<{ player_id: string; membership_id: string }>(
        `DELETE FROM campaign_player WHERE campaign_id = $1 AND player_id = ANY($2::uuid[])
         RETURNING player_id, membership_id`,
        [campaign, ids],
      );
      for (const { membership_id } of gone)
        await tx.outbox.event(membershipEnded, { campaign_id: campaign, membership_id });
      const removed = gone.map(({ player_id }) => player_id);
      await barFromEarlierInvites(tx, campaign, others, removed);
      if (removed.includes(user)) await keepLeft(tx, campaign, user);
      if (removed.length > 0) await hintMembersChanged(tx, campaign);
      await hintListChanged(tx, campaign, removed);
      return { owner, players: await playersOf(tx, campaign) };
    });
    return this.answer(changed);
  }

  /** Makes a player a co-GM, or a co-GM a player. */
  async setRole(
    campaign: string,
    user: string,
    player: string,
    role: PlayerRole,
  ): Promise<PlayersAnswer> {
    const visible = await requireMember(this.uow, campaign, user);
    if (visible.role !== 'owner') throw onlyTheOwner('say who is co-GM');
    const changed = await this.uow.run(async (tx) => {
      const { owner, role: mine } = await lockedCampaign(tx, campaign, user);
      if (mine !== 'owner') throw onlyTheOwner('say who is co-GM');
      const [found] = await tx.query(
        `UPDATE campaign_player SET role = $3 WHERE campaign_id = $1 AND player_id = $2
         RETURNING player_id`,
        [campaign, player, role],
      );
      if (!found) throw noSuchPlayer();
      // An earlier co-GM invite would undo the demotion.
      if (role === 'player') await barFromEarlierInvites(tx, campaign, [player], [player]);
      await hintMembersChanged(tx, campaign);
      await hintListChanged(tx, campaign, [player]);
      return { owner, players: await playersOf(tx, campaign) };
    });
    return this.answer(changed);
  }

  private async answer({ owner, players }: Changed): Promise<PlayersAnswer> {
    const people = await namedMembers(this.people, owner, players);
    return { players: players.map(({ id }) => id), people };
  }
}

/**
 * Prevents removed users from joining, or regaining a role, by an earlier invite. The named users include
 * users who left voluntarily, but not users who were never members.
 */
async function barFromEarlierInvites(
  tx: Transaction,
  campaign: string,
  named: readonly string[],
  members: readonly string[],
): Promise<void> {
  await tx.query(
    `INSERT INTO removed_player (campaign_id, player_id)
     SELECT $1, id FROM unnest($2::uuid[]) AS named (id)
      WHERE id = ANY ($3::uuid[])
         OR EXISTS (SELECT 1 FROM removed_player r WHERE r.campaign_id = $1 AND r.player_id = named.id)
     ON CONFLICT (campaign_id, player_id)
     DO UPDATE SET removed_at = clock_timestamp(), has_left = false`,
    [campaign, [...new Set(named)], members],
  );
}

/** A player who left voluntarily may rejoin by an earlier invite, unless a GM removes them afterwards. */
async function keepLeft(tx: Transaction, campaign: string, player: string): Promise<void> {
  await tx.query(
    `INSERT INTO removed_player (campaign_id, player_id, has_left) VALUES ($1, $2, true)
     ON CONFLICT (campaign_id, player_id)
     DO UPDATE SET removed_at = clock_timestamp() WHERE removed_player.has_left`,
    [campaign, player],
  );
}

/** Queried under the campaign's lock, because roles may have changed since the first check. */
async function anyCoGm(
  tx: Transaction,
  campaign: string,
  ids: readonly string[],
): Promise<boolean> {
  const players = await playersOf(tx, campaign);
  return players.some(({ id, role }) => role === 'co_gm' && ids.includes(id));
}

/**
 * Serializes changes to a campaign's members.
 * @throws {DomainError} when the campaign has been deleted
 */
export async function lockCampaign(
  tx: Transaction,
  campaign: string,
  gone: () => Error = campaignNotFound,
): Promise<void> {
  const found = await tx.repo(CampaignEntity).findOne({
    where: { id: campaign },
    lock: { mode: 'pessimistic_write' },
  });
  if (!found) throw gone();
}

/**
 * Locks the campaign and returns it as a member sees it, because ownership or membership may have changed since the
 * first check.
 */
export async function lockedCampaign(
  tx: Transaction,
  campaign: string,
  user: string,
): Promise<VisibleCampaign> {
  await lockCampaign(tx, campaign);
  const visible = await visibleCampaign(tx, campaign, user);
  if (!visible) throw campaignNotFound();
  return visible;
}

/** Adds users in the given order; existing members keep their position. */
export async function insertPlayers(
  tx: Transaction,
  campaign: string,
  owner: string,
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    `INSERT INTO campaign_player (campaign_id, player_id)
     SELECT $1, named.id FROM unnest($2::uuid[]) WITH ORDINALITY AS named (id, place)
      WHERE named.id <> $3 ORDER BY named.place
     ON CONFLICT DO NOTHING`,
    [campaign, ids, owner],
  );
  const [count] = await tx.query<{ players: number }>(
    'SELECT count(*)::int AS players FROM campaign_player WHERE campaign_id = $1',
    [campaign],
  );
  if ((count?.players ?? 0) > CAMPAIGN_LIMITS.playersPerCampaign) throw tooManyPlayers();
}
