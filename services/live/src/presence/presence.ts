import { Injectable } from '@nestjs/common';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { DomainError, onlyGmsViewAs, unknownViewAs } from '@tomekeeper/service-kit';
import { CampaignMembers } from '../audiences/campaign-members';
import { deliverHint } from '../hints/delivery';
import {
  forgetConnections,
  hasLooked,
  lookedAt,
  noteLook,
  sayWhetherHere,
  thoseHere,
  untold,
} from './presence.queries';
import { sweepPresence, tellPresence } from './tell-presence';

/** Campaigns of one person that are told of them; the others find out when they ask. */
const MAX_CAMPAIGNS = 200;

/** Who of a campaign is here: has a page open, signed in. */
@Injectable()
export class Presence {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: CampaignMembers,
  ) {}

  /**
   * The other members who are here, for members. Whoever looks is seen from then on; who was added to a campaign and never
   * looked at it is not.
   * @throws {DomainError} 404 where the asker is none, whether there is such a campaign or not
   * @throws {UpstreamUnavailable}
   */
  async of(campaign: string, asker: string): Promise<string[]> {
    const people = await this.members.in(campaign, 'party');
    if (!people.includes(asker)) throw campaignNotFound();
    await this.noteLook(asker, campaign);
    return thoseHere(
      this.uow,
      campaign,
      people.filter((person) => person !== asker),
    );
  }

  /**
   * The members who are here as a player is told, for a GM of the campaign; as the party, those of whom each player is told: the
   * GMs. Nobody is seen to look by it.
   * @throws {DomainError} 403 for everyone else, whether there is such a campaign or not; 400 where nobody of that id plays
   * @throws {UpstreamUnavailable}
   */
  async asSeenBy(viewAs: ViewAs, campaign: string, asker: string): Promise<string[]> {
    const { gms, players } = await this.members.rolesIn(campaign);
    if (!gms.includes(asker)) throw onlyGmsViewAs();
    if (viewAs === 'party') return thoseHere(this.uow, campaign, gms);
    if (!players.includes(viewAs)) throw unknownViewAs();
    const others = players.filter((person) => person !== viewAs);
    return thoseHere(this.uow, campaign, [...gms, ...others]);
  }

  @HandlesJob(tellPresence)
  async tell({ person }: { person: string }): Promise<void> {
    const { campaigns } = await this.members.rightsOf(person);
    await this.uow.run(async (tx) => {
      if (!(await sayWhetherHere(tx, person))) return;
      const looked = await lookedAt(tx, person, campaigns.party);
      for (const campaign of looked.slice(0, MAX_CAMPAIGNS)) await hintPresence(tx, campaign);
    });
  }

  /** Once while they stay: most look at what they have looked at before. */
  private async noteLook(person: string, campaign: string): Promise<void> {
    if (await hasLooked(this.uow, person, campaign)) return;
    await this.uow.run(async (tx) => {
      if (await noteLook(tx, person, campaign)) await hintPresence(tx, campaign);
    });
  }

  @HandlesJob(sweepPresence)
  async sweep(): Promise<void> {
    const people = await untold(this.uow);
    if (people.length > 0)
      await this.uow.run(async (tx) => {
        for (const person of people) await tx.outbox.job(tellPresence, { person });
      });
    await forgetConnections(this.uow);
  }
}

const hintPresence = (tx: Transaction, campaign: string): Promise<void> =>
  tx.outbox.job(deliverHint, { kind: 'presence', campaign, id: campaign, to: 'party' });

/** The words of the campaign service for the same. */
const campaignNotFound = () =>
  new DomainError('not-found', 'campaign.not_found', 'There is no such campaign.');
