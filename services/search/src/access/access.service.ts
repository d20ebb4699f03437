import { Injectable } from '@nestjs/common';
import { isGm } from '@tomekeeper/contracts-campaign';
import type { ChangeNumbersAnswer } from '@tomekeeper/contracts-document';
import { SEARCH_CODES, SEARCH_LIMITS } from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  DomainError,
  Metrics,
  onlyGmsViewAs,
  unknownViewAs,
  withTimeout,
} from '@tomekeeper/service-kit';
import { FOR_GMS_CLASS } from '@tomekeeper/visibility';
import { ChangeFeedClient } from '../indexing/change-feed-client';
import { Indexer } from '../indexing/indexer';
import { CampaignClient, type Membership } from './campaign-client';
import { gmOf, playerOf, type Viewer } from './viewer-scoped-rows';

/** How long a request waits for the index to reach the viewer's revocation watermark. */
const MAX_WAIT_MS = 500;
const MAX_REMEMBERED_MEMBERSHIPS = 10_000;

/** The caller's membership, with the watermarks that the index must have reached for it. */
export interface Access {
  membership: Membership;
  /** Undefined if the campaign never had documents. */
  numbers: ChangeNumbersAnswer | undefined;
}

/**
 * Checks role and revocation watermark on each request, and resolves the viewer once the index contains nothing that was revoked.
 * Additions may appear in results a moment later.
 */
@Injectable()
export class AccessService {
  /** Requests that this process rejected since its start, because the index lagged behind. */
  rejections = 0;
  /** Guesses for {@link check}, so that both services can be asked at the same time; never trusted. */
  private readonly membershipIds = new Map<string, string>();

  constructor(
    private readonly campaigns: CampaignClient,
    private readonly feed: ChangeFeedClient,
    private readonly indexer: Indexer,
    metrics: Metrics,
  ) {
    metrics.count({
      name: 'search_index_lag_rejections_total',
      help: 'Requests rejected because the index had not reached the revocation watermark of the viewer.',
      read: () => [{ value: this.rejections }],
    });
  }

  /**
   * @returns undefined if nothing was ever written in the campaign, or nothing that this player sees while its index is being built
   * @throws {DomainError} 404 for strangers, 503 while the index lags behind
   * @throws {UpstreamUnavailable}
   */
  async resolveViewer(
    campaign: string,
    user: string,
    viewAs: ViewAs | undefined,
  ): Promise<Viewer | undefined> {
    return this.awaitIndex(await this.check(campaign, user, viewAs));
  }

  /**
   * Viewers in all campaigns of a user, up to a limit; undefined for each campaign in which nothing was ever written. Campaigns whose
   * index lags behind are listed, because the others can be searched.
   * @throws {DomainError} 503 if all of them lag behind
   */
  async resolveAllCampaigns(
    user: string,
  ): Promise<{ viewers: (Viewer | undefined)[]; catchingUp: string[] }> {
    const memberships = (await this.campaigns.memberships(user)).slice(0, SEARCH_LIMITS.campaigns);
    const resolved = await Promise.all(
      memberships.map(async (membership) => {
        try {
          return [await this.awaitIndex({ membership, numbers: await this.numbers(membership) })];
        } catch (error) {
          if (!isIndexLagging(error)) throw error;
          return [];
        }
      }),
    );
    const viewers = resolved.flat();
    const catchingUp = memberships
      .filter((_, at) => resolved[at]?.length === 0)
      .map(({ campaign }) => campaign);
    if (catchingUp.length > 0 && viewers.length === 0) throw notReady();
    return { viewers, catchingUp };
  }

  /**
   * Viewers of the players' notes that a member may read. Notebooks with a lagging index are omitted, so that the notes of one person never
   * delay the search of another.
   * @param user undefined for a GM who views as a player
   * @throws {UpstreamUnavailable}
   */
  async resolveNotebooks(
    { campaign, role, id, allowsExternalModels }: Membership,
    user: string | undefined,
  ): Promise<Viewer[]> {
    const notebooks = await this.feed.notebooks(campaign, {
      role: isGm(role) ? 'gm' : 'player',
      ...(user !== undefined && { user }),
      ...(id !== undefined && { membership: id }),
    });
    const viewers = await Promise.all(
      notebooks.map(async ({ id: notebook, reads, ...numbers }) => {
        const index = { campaign: notebook, allowsExternalModels };
        const viewer =
          reads === 'all' ? gmOf(index) : playerOf(index, reads === 'gms' ? [FOR_GMS_CLASS] : []);
        const isReady = await this.reaches(viewer, numbers);
        return isReady ? [{ ...viewer, notesIn: campaign }] : [];
      }),
    );
    return viewers.flat();
  }

  /**
   * Asks the campaign service for the role, and the document service for classes and watermarks, in parallel.
   * @throws {DomainError} 404 for strangers
   */
  async check(campaign: string, user: string, viewAs: ViewAs | undefined): Promise<Access> {
    const key = `${campaign} ${user} ${viewAs ?? ''}`;
    const guess = this.membershipIds.get(key);
    const early = this.feed.watermarks(campaign, guess);
    // The membership decides first: a stranger gets 404 even if the document service is down.
    early.catch(() => undefined);
    const membership = await this.membership(campaign, user, viewAs);
    if (isGm(membership.role) || membership.id === guess)
      return { membership, numbers: await early };
    if (this.membershipIds.size >= MAX_REMEMBERED_MEMBERSHIPS) this.membershipIds.clear();
    if (membership.id !== undefined) this.membershipIds.set(key, membership.id);
    return { membership, numbers: await this.numbers(membership) };
  }

  /** @throws {DomainError} 503 while the index lags behind */
  async awaitIndex({ membership, numbers }: Access): Promise<Viewer | undefined> {
    const { campaign, role, id } = membership;
    if (!numbers) return undefined;
    const { restricting } = numbers;
    // A set of chosen players never changes, so its members keep its class as long as their membership lasts.
    const viewer = isGm(role)
      ? gmOf(membership)
      : playerOf(membership, [...(restricting.classes ?? []), ...(id === undefined ? [] : [id])]);
    if (await this.reaches(viewer, numbers)) return viewer;
    const now = await this.indexer.position(campaign);
    // A player without visible documents misses nothing: a 503 would reveal how long indexing of GM-only text takes.
    if (!now.isComplete && !viewer.isGm && !(await this.feed.hasVisibleDocuments(campaign, id)))
      return undefined;
    this.rejections += 1;
    throw notReady();
  }

  /** Whether the index has reached the viewer's revocation watermark, or reaches it within half a second. */
  private async reaches(
    viewer: Viewer,
    { last, restricting }: ChangeNumbersAnswer,
  ): Promise<boolean> {
    const { campaign, isGm: isManager } = viewer;
    const needed = isManager ? restricting.gm : restricting.party;
    const reached = await this.indexer.position(campaign);
    const isReady = ({ isComplete, number, playerNumber }: typeof reached) =>
      isComplete && (isManager ? number : Math.max(number, playerNumber)) >= needed;
    if (isReady(reached)) {
      if (reached.number < last) void this.catchUpInBackground(campaign, last);
      return true;
    }
    await this.indexer.markLagging(campaign, needed);
    // Indexing continues after the timeout.
    const work = this.indexer.catchUpTo(campaign, needed, reached.isComplete && !isManager);
    await withTimeout(work, MAX_WAIT_MS).catch(() => undefined);
    return isReady(await this.indexer.position(campaign));
  }

  /** The membership of the user, or of the player that a GM views as. */
  private async membership(
    campaign: string,
    user: string,
    viewAs: ViewAs | undefined,
  ): Promise<Membership> {
    const isPlayer = viewAs !== undefined && viewAs !== 'party';
    const [own, player] = await Promise.all([
      this.campaigns.membership(campaign, user),
      isPlayer ? this.campaigns.membership(campaign, viewAs) : undefined,
    ]);
    if (viewAs === undefined) {
      if (!own) throw campaignNotFound();
      return own;
    }
    if (!own || !isGm(own.role)) throw onlyGmsViewAs();
    if (viewAs === 'party') return { ...own, role: 'player', id: undefined };
    if (player?.role !== 'player') throw unknownViewAs();
    return player;
  }

  private numbers({ campaign, role, id }: Membership): Promise<ChangeNumbersAnswer | undefined> {
    return this.feed.watermarks(campaign, isGm(role) ? undefined : id);
  }

  /** Failures don't affect the current request, which the index can answer as it is; the worker retries. */
  private async catchUpInBackground(campaign: string, last: number): Promise<void> {
    await this.indexer
      .markLagging(campaign, last)
      .then(() => this.indexer.catchUp(campaign))
      .catch(() => undefined);
  }
}

/** The same for absent campaigns and campaigns of strangers. */
const campaignNotFound = () =>
  new DomainError('not-found', 'campaign.not_found', 'There is no such campaign.');

/** Whether the index lagged too far behind for a request. */
export const isIndexLagging = (error: unknown): boolean =>
  error instanceof DomainError && error.code === SEARCH_CODES.notReady;

/** The message never depends on the missing changes. */
const notReady = () =>
  new DomainError(
    'unavailable',
    SEARCH_CODES.notReady,
    'Search is catching up with recent changes. Please try again in a moment.',
    { retryAfter: 1 },
  );
