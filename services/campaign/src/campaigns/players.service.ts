import { Injectable } from '@nestjs/common';
import { CAMPAIGN_LIMITS, type PlayersAnswer } from '@tomekeeper/contracts-campaign';
import { id } from '@tomekeeper/contracts-values';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { PeopleDirectory } from '../player-lookup/people-directory';
import { PlayerResolver } from '../player-lookup/player-resolver';
import { visibleCampaign, playersOf, type VisibleCampaign } from './campaign.queries';
import { CampaignEntity } from './campaign.entity';
import {
  campaignNotFound,
  notUserIds,
  onlyTheOwner,
  onlyYourself,
  tooManyPlayers,
} from './campaign.errors';

/** Adds players to campaigns and removes them. */
@Injectable()
export class PlayersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly people: PeopleDirectory,
    private readonly resolver: PlayerResolver,
  ) {}

  async add(campaign: string, user: string, named: readonly string[]): Promise<PlayersAnswer> {
    const visible = await this.see(campaign, user);
    if (visible.role !== 'owner') throw onlyTheOwner('add players');
    const ids = await this.resolver.resolve(user, named, [visible.owner, ...visible.players]);
    const players = await this.uow.run(async (tx) => {
      await lockCampaign(tx, campaign);
      await insertPlayers(tx, campaign, visible.owner, ids);
      return playersOf(tx, campaign);
    });
    return this.answer(visible.owner, players);
  }

  /** The owner removes anyone, a player only themself. Who is not on the list is no error. */
  async remove(campaign: string, user: string, named: readonly string[]): Promise<PlayersAnswer> {
    const visible = await this.see(campaign, user);
    const ids = named.map((text) => text.toLowerCase());
    if (visible.role === 'player' && ids.some((one) => one !== user)) throw onlyYourself();
    const unreadable = named.filter((text) => !id.safeParse(text).success);
    if (unreadable.length > 0) throw notUserIds(unreadable);
    const players = await this.uow.run(async (tx) => {
      await lockCampaign(tx, campaign);
      await tx.query(
        'DELETE FROM campaign_player WHERE campaign_id = $1 AND player_id = ANY($2::uuid[])',
        [campaign, ids],
      );
      return playersOf(tx, campaign);
    });
    return this.answer(visible.owner, players);
  }

  private async see(campaign: string, user: string): Promise<VisibleCampaign> {
    const visible = await visibleCampaign(this.uow, campaign, user);
    if (!visible) throw campaignNotFound();
    return visible;
  }

  private async answer(owner: string, players: string[]): Promise<PlayersAnswer> {
    return { players, people: await this.people.named([owner, ...players]) };
  }
}

/** Makes changes to one campaign's players wait for each other. @throws {DomainError} when it has been deleted */
async function lockCampaign(tx: Transaction, campaign: string): Promise<void> {
  const found = await tx.repo(CampaignEntity).findOne({
    where: { id: campaign },
    lock: { mode: 'pessimistic_write' },
  });
  if (!found) throw campaignNotFound();
}

/** Adds people in the given order; who is there already stays where they are. */
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
