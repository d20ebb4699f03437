import { Injectable } from '@nestjs/common';
import { isGm } from '@tomekeeper/contracts-campaign';
import { NEWS_LIMITS } from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DocumentAccess } from '../access/document-access';
import { unreadComments } from '../access/unread/unread-comments';
import {
  unreadDocuments,
  unreadPlayerNotes,
  type UnreadDocument,
} from '../access/unread/unread-documents';
import { CampaignMemberships, type Member } from '../memberships/campaign-memberships';
import { newPassages } from '../passages/visible/visible-news';
import { SessionNewsService, type UnreadSession } from './session-news';
import { markAllRead, markRead, recordOpening } from './read-marks';

/** Unread documents, among them documents with new comments, unread sessions, and new passages of one campaign. */
export interface NewsCount {
  campaign: string;
  unread: number;
  passages: number;
}

/** News of members, and their read state. */
@Injectable()
export class NewsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly memberships: CampaignMemberships,
    private readonly sessions: SessionNewsService,
  ) {}

  /** @throws {DomainError} 404 for people outside of the campaign */
  async list(
    user: string,
    campaign: string,
  ): Promise<{ news: UnreadDocument[]; sessions: UnreadSession[] }> {
    const member = await this.memberships.memberIn(campaign.toLowerCase(), user);
    const [news, sessions] = await Promise.all([
      this.documentNews(user, [member], 0),
      this.sessions.unread(user, [member], 0),
    ]);
    return { news: news.slice(0, NEWS_LIMITS.perCampaign), sessions };
  }

  /** Counts of all campaigns with news. A reveal is counted after a delay, in which it can be undone. */
  async counts(user: string): Promise<NewsCount[]> {
    const members = await this.memberships.memberInAll(user);
    const [documents, sessions] = await Promise.all([
      this.documentNews(user, members, NEWS_LIMITS.delaySeconds),
      this.sessions.unread(user, members, NEWS_LIMITS.delaySeconds),
    ]);
    const counts = new Map<string, NewsCount>();
    for (const { campaign, passages } of [
      ...documents,
      ...sessions.map((one) => ({ ...one, passages: null })),
    ]) {
      const count = counts.get(campaign) ?? { campaign, unread: 0, passages: 0 };
      counts.set(campaign, {
        campaign,
        unread: Math.min(count.unread + (passages === null ? 1 : 0), NEWS_LIMITS.perCampaign),
        passages: count.passages + (passages ?? 0),
      });
    }
    return [...counts.values()].sort((one, other) => (one.campaign < other.campaign ? -1 : 1));
  }

  /** Time of the latest unread news of a member that a mail reports; undefined without any. */
  async latest(person: string, member: Member): Promise<Date | undefined> {
    const [[document], sessions] = await Promise.all([
      this.documentNews(person, [member], NEWS_LIMITS.delaySeconds),
      this.sessions.unread(person, [member], NEWS_LIMITS.delaySeconds),
    ]);
    const times = [document?.at, ...sessions.map((one) => one.notified_at)];
    return times
      .filter((one) => one !== undefined)
      .sort((one, other) => other.getTime() - one.getTime())[0];
  }

  /**
   * Unread documents of one person, latest first.
   * @param delay minimum age in seconds
   */
  private async documentNews(
    person: string,
    members: readonly Member[],
    delay: number,
  ): Promise<UnreadDocument[]> {
    const gms = members.filter(({ role }) => isGm(role));
    const players = members.filter(({ role }) => !isGm(role));
    const lists = await Promise.all([
      unreadDocuments(this.uow, players, delay),
      unreadPlayerNotes(this.uow, players, { isGm: false, person, delay }),
      unreadPlayerNotes(this.uow, gms, { isGm: true, person, delay }),
      unreadComments(this.uow, members, { person, delay }),
    ]);
    return lists.flat().sort((one, other) => other.at.getTime() - one.at.getTime());
  }

  /** @param kind if not all of the news */
  async readAll(user: string, campaign: string, kind?: 'session'): Promise<void> {
    const member = await this.memberships.memberIn(campaign.toLowerCase(), user);
    const column = kind === 'session' ? 'sessions_read_until' : 'read_until';
    await this.uow.run((tx) => markAllRead(tx, { ...member, person: user }, column));
  }

  /**
   * Records that the caller opened a document: for GMs, that they read its comments. Nothing is recorded of own notes of players.
   * @returns the passages that became visible to a player since they opened it before; undefined at the first time
   * @throws {DomainError} 404 if the document is unknown or hidden
   */
  async read(user: string, id: string): Promise<string[] | undefined> {
    const { document, scope, note } = await this.access.requireVisible(undefined, user, id);
    const isOwnNote = document.is_managed && note !== undefined;
    // A text that players do not get yet cannot have been read.
    const isWaiting = !document.has_file && document.text_state !== 'ready';
    if (isOwnNote || (isWaiting && !document.is_managed)) return undefined;
    const member = await this.memberships.memberIn(document.campaign, user);
    const reader = { ...member, person: user };
    return this.uow.run(async (tx) => {
      const marked = await markRead(tx, reader, id);
      if (document.is_managed || note || !marked) return undefined;
      const { before } = marked;
      await recordOpening(tx, reader, { document: id, scope, before });
      // Shown again since then: all of it is new.
      const isKnown = before !== undefined && document.created_at <= new Date(before);
      return isKnown ? newPassages(tx, scope, id, before) : undefined;
    });
  }
}
