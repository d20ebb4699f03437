import { Injectable } from '@nestjs/common';
import { isGm } from '@tomekeeper/contracts-campaign';
import { SEARCH_CODES, SEARCH_LIMITS } from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  DomainError,
  Metrics,
  onlyGmsViewAs,
  unknownViewAs,
  withTimeout,
} from '@tomekeeper/service-kit';
import { DocumentFeed } from '../following/document-feed';
import { Follower } from '../following/follower';
import { CampaignRoles, type Membership } from './campaign-roles';
import { gmOf, playerOf, type Viewer } from './viewer';

/** So long a question waits for the copy to reach what was taken from its asker. */
const WAITS_MS = 500;

/**
 * Says what somebody may find in a campaign, once the copy holds nothing that was taken from them: role and numbers are asked
 * for anew with each question. What was only added may come a moment later.
 */
@Injectable()
export class Viewers {
  /** Questions that were refused by this process, since its start. */
  refusals = 0;

  constructor(
    private readonly roles: CampaignRoles,
    private readonly feed: DocumentFeed,
    private readonly follower: Follower,
    metrics: Metrics,
  ) {
    metrics.count({
      name: 'search_refused_total',
      help: 'Questions that were not answered, because the copy had not reached what was taken from who asked.',
      read: () => [{ value: this.refusals }],
    });
  }

  /**
   * @returns undefined where nothing was ever written in the campaign, or nothing that this player sees while its copy is being made
   * @throws {DomainError} 404 for strangers, 503 where the copy is too far behind
   * @throws {UpstreamUnavailable}
   */
  async in(
    campaign: string,
    user: string,
    viewAs: ViewAs | undefined,
  ): Promise<Viewer | undefined> {
    return this.ready(await this.membershipOf(campaign, user, viewAs));
  }

  /**
   * The same in all campaigns of somebody, at most so many; undefined for each in which nothing was ever written. Those whose copy is too
   * far behind are named, for the others can be looked in.
   * @throws {DomainError} 503 where all are
   */
  async everywhere(
    user: string,
  ): Promise<{ viewers: (Viewer | undefined)[]; catchingUp: string[] }> {
    const memberships = (await this.roles.of(user)).slice(0, SEARCH_LIMITS.campaigns);
    const looked = await Promise.all(
      memberships.map(async (membership) => {
        try {
          return [await this.ready(membership)];
        } catch (error) {
          if (!isNotReady(error)) throw error;
          return [];
        }
      }),
    );
    const viewers = looked.flat();
    const catchingUp = memberships
      .filter((_, at) => looked[at]?.length === 0)
      .map(({ campaign }) => campaign);
    if (catchingUp.length > 0 && viewers.length === 0) throw notReady();
    return { viewers, catchingUp };
  }

  /** What somebody is in a campaign, or whom they view it as. @throws {DomainError} 404 for strangers */
  async membershipOf(
    campaign: string,
    user: string,
    viewAs: ViewAs | undefined,
  ): Promise<Membership> {
    const own = await this.roles.in(campaign, user);
    if (viewAs !== undefined) {
      if (!own || !isGm(own.role)) throw onlyGmsViewAs();
      if (viewAs === 'party') return { ...own, role: 'player', id: undefined };
      const player = await this.roles.in(campaign, viewAs);
      if (player?.role !== 'player') throw unknownViewAs();
      return player;
    }
    if (!own) throw campaignNotFound();
    return own;
  }

  /** @throws {DomainError} 503 where the copy is too far behind */
  async ready(membership: Membership): Promise<Viewer | undefined> {
    const { campaign, role, id } = membership;
    const numbers = await this.feed.numbers(campaign, isGm(role) ? undefined : id);
    if (!numbers) return undefined;
    const { last, restricting } = numbers;
    // A set of chosen players never changes: who belongs to it does so for good, as long as the membership lasts.
    const chosen = isGm(role) ? [] : (restricting.classes ?? []);
    const viewer = isGm(role)
      ? gmOf(membership)
      : playerOf(membership, [...chosen, ...(id === undefined ? [] : [id])]);
    const needed = viewer.isGm ? restricting.gm : restricting.party;
    const reached = await this.follower.reached(campaign);
    const isReady = ({ isBuilt, number, seenNumber }: typeof reached) =>
      isBuilt && (viewer.isGm ? number : Math.max(number, seenNumber)) >= needed;
    if (isReady(reached)) {
      if (reached.number < last) void this.followInTime(campaign, last);
      return viewer;
    }
    await this.follower.noteBehind(campaign, needed);
    // The work goes on, whatever becomes of it.
    const work =
      reached.isBuilt && !viewer.isGm
        ? this.follower.catchUpSeen(campaign, needed)
        : this.follower.catchUpTo(campaign, needed);
    await withTimeout(work, WAITS_MS).catch(() => undefined);
    const now = await this.follower.reached(campaign);
    if (isReady(now)) return viewer;
    // A player who sees nothing can not be missing anything: how long a copy takes that is of hidden texts is not told by a refusal.
    if (!now.isBuilt && !viewer.isGm && !(await this.feed.seesAnything(campaign, id)))
      return undefined;
    this.refusals += 1;
    throw notReady();
  }

  /** Failing to follow is no reason not to answer from what is there; the worker tries again. */
  private async followInTime(campaign: string, last: number): Promise<void> {
    try {
      await this.follower.noteBehind(campaign, last);
      await this.follower.catchUp(campaign);
    } catch {
      // Nobody waits for it, and since when it is behind is noted.
    }
  }
}

/** The same for an absent campaign and a stranger's. */
const campaignNotFound = () =>
  new DomainError('not-found', 'campaign.not_found', 'There is no such campaign.');

/** Whether a copy was too far behind to answer from. */
export const isNotReady = (error: unknown): boolean =>
  error instanceof DomainError && error.code === SEARCH_CODES.notReady;

/** The same whatever it is that has not been taken in yet. */
const notReady = () =>
  new DomainError(
    'unavailable',
    SEARCH_CODES.notReady,
    'Search is catching up with what has changed. Please try again in a moment.',
    { retryAfter: 1 },
  );
