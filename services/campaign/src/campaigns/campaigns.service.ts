import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  CAMPAIGN_LIMITS,
  campaignDeleted,
  isGm,
  sampleCampaignCreated,
  type CampaignDetail,
  type CampaignSummary,
  type CreateCampaignRequest,
  type UpdateCampaignRequest,
} from '@tomekeeper/contracts-campaign';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { MAX_PEOPLE_PER_LOOKUP } from '@tomekeeper/contracts-identity';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { PeopleDirectory } from '../player-lookup/people-directory';
import { PlayerResolver } from '../player-lookup/player-resolver';
import {
  campaignsOf,
  playersOf,
  requireMember,
  viewAsPlayer,
  type VisibleCampaign,
} from './campaign.queries';
import { CampaignEntity } from './campaign.entity';
import { campaignNotFound, onlyGms, onlyTheOwner, tooManyCampaigns } from './campaign.errors';
import { hintCampaignChanged, hintListChanged } from './hints';
import { namedMembers } from './members';
import { insertPlayers } from './players.service';

/** Limit of one identity lookup; names of further owners are visible on the campaigns' pages. */
const MAX_OWNERS_NAMED = MAX_PEOPLE_PER_LOOKUP;

/** Title and game system of a sample campaign; its texts are in the document service. */
const SAMPLE = { title: 'The Lamp at Hollow Ford', game_system: 'Any system' };

/** Campaigns: GMs change them, only the owner deletes them, only members can see them. */
@Injectable()
export class CampaignsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly people: PeopleDirectory,
    private readonly resolver: PlayerResolver,
  ) {}

  /** Includes the owners' names for campaigns that the user does not own. */
  async list(user: string): Promise<CampaignSummary[]> {
    const campaigns = await campaignsOf(this.uow, user);
    const owners = new Set(campaigns.map(({ owner }) => owner));
    owners.delete(user);
    const named = await this.people.named([...owners].slice(0, MAX_OWNERS_NAMED));
    const names = new Map(named.map(({ id, name }) => [id, name]));
    return campaigns.map(({ owner, hand_over, is_sample, ...campaign }) => ({
      ...campaign,
      ...(is_sample && { sample: true as const }),
      ...(owner !== user && { run_by: names.get(owner) ?? null }),
      ...(hand_over && { hand_over }),
    }));
  }

  async get(campaign: string, user: string): Promise<CampaignDetail> {
    return this.detail(await requireMember(this.uow, campaign, user));
  }

  /**
   * Returns the campaign as a player sees it, for its GM.
   * @throws {DomainError} 403 for everyone else
   */
  async getAs(viewAs: ViewAs, campaign: string, gm: string): Promise<CampaignDetail> {
    const { own, seen } = await viewAsPlayer(this.uow, viewAs, { campaign, gm });
    return this.detail(seen ?? { ...own, role: 'player', hand_over: null });
  }

  async create(owner: string, request: CreateCampaignRequest): Promise<{ id: string }> {
    const players = await this.resolver.resolve(owner, request.players ?? [], [owner]);
    const id = randomUUID();
    await this.uow.run(async (tx) => {
      await makeRoomForCampaign(tx, owner);
      const { title, game_system } = request;
      await tx.repo(CampaignEntity).insert({ id, owner, title, game_system });
      if (players.length > 0) await insertPlayers(tx, id, owner, players);
      await hintListChanged(tx, id, [owner, ...players]);
    });
    return { id };
  }

  /** Creates a campaign that the document service fills. Idempotent: returns the owner's sample campaign if there is one. */
  createSample(owner: string): Promise<{ id: string }> {
    return this.uow.run(async (tx) => {
      await lockCampaignsOf(tx, owner);
      const existing = await tx.repo(CampaignEntity).findOneBy({ owner, is_sample: true });
      if (existing) return { id: existing.id };
      await makeRoomForCampaign(tx, owner);
      const id = randomUUID();
      await tx.repo(CampaignEntity).insert({ id, owner, ...SAMPLE, is_sample: true });
      await tx.outbox.event(sampleCampaignCreated, { campaign_id: id, owner });
      await hintListChanged(tx, id, [owner]);
      return { id };
    });
  }

  async update(
    campaign: string,
    user: string,
    changes: UpdateCampaignRequest,
  ): Promise<CampaignDetail> {
    const { owner, role } = await requireMember(this.uow, campaign, user);
    if (!isGm(role)) throw onlyGms('change it');
    if (Object.values(changes).some((value) => value !== undefined)) {
      await this.uow.run(async (tx) => {
        const { affected } = await tx.repo(CampaignEntity).update({ id: campaign, owner }, changes);
        if (affected === 0) throw campaignNotFound(); // concurrently deleted or handed over
        await hintCampaignChanged(tx, campaign);
      });
    }
    return this.get(campaign, user);
  }

  async delete(campaign: string, user: string): Promise<void> {
    const { role } = await requireMember(this.uow, campaign, user);
    if (role !== 'owner') throw onlyTheOwner('delete it');
    await this.uow.run(async (tx) => {
      const players = await playersOf(tx, campaign);
      const { affected } = await tx.repo(CampaignEntity).delete({ id: campaign, owner: user });
      if (affected === 0) throw campaignNotFound(); // concurrently deleted
      await tx.outbox.event(campaignDeleted, { campaign_id: campaign });
      await hintListChanged(tx, campaign, [user, ...players.map(({ id }) => id)]);
    });
  }

  private async detail(visible: VisibleCampaign): Promise<CampaignDetail> {
    const { members, hand_over, is_sample, answers_by_model: _toServices, ...campaign } = visible;
    const people = await namedMembers(this.people, campaign.owner, members);
    return {
      ...campaign,
      people,
      ...(is_sample && { sample: true as const }),
      ...(hand_over && { hand_over }),
    };
  }
}

/** Serializes the creation of campaigns by one owner. */
async function lockCampaignsOf(tx: Transaction, owner: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [owner]);
}

/** Enforces the campaign limit. Locks the owner, so that concurrent creations cannot both pass the check. */
export async function makeRoomForCampaign(tx: Transaction, owner: string): Promise<void> {
  await lockCampaignsOf(tx, owner);
  const campaigns = await tx.repo(CampaignEntity).countBy({ owner });
  if (campaigns >= CAMPAIGN_LIMITS.perOwner) throw tooManyCampaigns();
}
