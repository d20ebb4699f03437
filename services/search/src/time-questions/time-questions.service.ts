import { Injectable } from '@nestjs/common';
import { isGm, type ReadSession } from '@tomekeeper/contracts-campaign';
import { UpstreamUnavailable } from '@tomekeeper/internal-http';
import { UnitOfWork } from '@tomekeeper/persistence';
import { CampaignClient } from '../access/campaign-client';
import { ChangeFeedClient } from '../indexing/change-feed-client';
import { SearchEngine } from '../query/search-engine';
import {
  SessionSearch,
  type FoundSession,
  type FoundSessions,
  type SessionPassage,
  type SessionRequest,
} from '../query/session-search';
import { lastSession, nextSession, runningSession, sessionNumbered } from './choose-sessions';
import { firstSeen } from './first-seen';
import { parseTimeQuestion, type TimeQuestion } from './parse-time-question';
import { beginningsOf, endOf } from './quotations';
import { contentOf, type Reader } from './session-content';

/** Finds the sessions that a question about time means, and their text, as the viewer sees both. */
@Injectable()
export class TimeQuestionsService extends SessionSearch {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly campaigns: CampaignClient,
    private readonly feed: ChangeFeedClient,
    private readonly engine: SearchEngine,
  ) {
    super();
  }

  async find(request: SessionRequest): Promise<FoundSessions | undefined> {
    const question = parseTimeQuestion(request.text);
    if (!question || (question.kind === 'first_seen' && request.isTyping)) return undefined;
    const { membership, user, viewAs } = request;
    try {
      const sessions = await this.campaigns.sessions(membership.campaign, user, viewAs);
      return await this.answer(question, sessions, request);
    } catch (error) {
      if (error instanceof UpstreamUnavailable) return undefined;
      throw error;
    }
  }

  private async answer(
    question: TimeQuestion,
    sessions: readonly ReadSession[],
    { membership, viewer, isTyping = false }: SessionRequest,
  ): Promise<FoundSessions> {
    const reader = viewer && { db: this.uow, feed: this.feed, viewer, membership, sessions };
    if (question.kind === 'first_seen')
      return reader
        ? firstSeen(reader, this.engine, question.name)
        : { kind: question.kind, sessions: [], quotations: [], matches: new Map() };
    const last = lastSession(sessions) ?? runningSession(sessions);
    const content = isTyping ? undefined : reader;
    switch (question.kind) {
      case 'number':
        return whole(question.kind, content, sessionNumbered(sessions, question.number));
      case 'last':
        return whole(question.kind, content, last);
      case 'next': {
        const found = nextSession(sessions, Date.now()) ?? runningSession(sessions);
        return withoutText(question.kind, found ? [{ session: found, passages: [] }] : []);
      }
      case 'left_off':
        return ending(question.kind, content, last);
      case 'loose_ends': {
        const open = isGm(membership.role)
          ? withOpenItems([
              runningSession(sessions) ?? last,
              nextSession(
                sessions.filter(({ open_items: items }) => items.length > 0),
                Date.now(),
              ),
            ])
          : [];
        return open.length > 0
          ? withoutText(question.kind, open)
          : ending(question.kind, content, last);
      }
    }
  }
}

type Kind = FoundSessions['kind'];

const withoutText = (kind: Kind, sessions: FoundSession[]): FoundSessions => ({
  ...{ kind, sessions },
  ...{ quotations: [], matches: new Map() },
});

const withOpenItems = (sessions: readonly (ReadSession | undefined)[]): FoundSession[] =>
  [...new Set(sessions)].flatMap((session) =>
    session && session.open_items.length > 0
      ? [{ session, passages: [], openItems: session.open_items }]
      : [],
  );

/** A session with all that the viewer sees of it, quoted from its best source. */
async function whole(
  kind: Kind,
  reader: Reader | undefined,
  session: ReadSession | undefined,
): Promise<FoundSessions> {
  if (!session) return withoutText(kind, []);
  const passages = reader ? await contentOf(reader, session) : [];
  return {
    ...withoutText(kind, [{ session, passages }]),
    quotations: beginningsOf(ofBestSource(passages)),
  };
}

/** A session with its last sentences. */
async function ending(
  kind: Kind,
  reader: Reader | undefined,
  session: ReadSession | undefined,
): Promise<FoundSessions> {
  if (!session) return withoutText(kind, []);
  const last = reader ? ofBestSource(await contentOf(reader, session, { isFromEnd: true })) : [];
  const quotations = endOf(last);
  const passages = last.filter((one) => quotations.some(({ found }) => found === one));
  return { ...withoutText(kind, [{ session, passages }]), quotations };
}

/** Passages of the first source, which tells most about the session. */
const ofBestSource = (passages: readonly SessionPassage[]): SessionPassage[] =>
  passages.filter(({ source }) => source === passages[0]?.source);
