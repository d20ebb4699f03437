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

/** Maximum campaigns per user that receive presence events; members of the others see the change on their next request. */
const MAX_CAMPAIGNS = 200;

/** Presence in campaigns: signed-in members with an open page. */
@Injectable()
export class Presence {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: CampaignMembers,
  ) {}

  /**
   * The other online members, for members. The request also counts as a view: members become visible only after their first view.
   * @throws {DomainError} 404 if the caller is not a member or the campaign does not exist
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
   * Online members as a player sees them, for a GM; as the party, only the GMs, because every player sees them. Does not count as
   * a view.
   * @throws {DomainError} 403 for non-GMs, whether the campaign exists or not; 400 if no player has that id
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

  /** Checks without a transaction first: most requests repeat an earlier view. */
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

/** Same text as the campaign service's 404. */
const campaignNotFound = () =>
  new DomainError('not-found', 'campaign.not_found', 'There is no such campaign.');
