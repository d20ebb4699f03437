import { isGm, type ReadSession } from '@tomekeeper/contracts-campaign';
import type { SessionSource } from '@tomekeeper/contracts-search';
import { UpstreamUnavailable } from '@tomekeeper/internal-http';
import type { Membership } from '../access/campaign-client';
import type { Viewer } from '../access/viewer-scoped-rows';
import { readSources } from '../answers/sources';
import type { ChangeFeedClient } from '../indexing/change-feed-client';
import type { SessionPassage } from '../query/session-search';
import type { QueryRunner } from '../text/stems';
import { documentsNamedAfter, passagesOf } from './session-rows';

/** Passages of each source, together at most the limit of a session. */
const MAX_PASSAGES: Record<SessionSource, number> = { recap: 6, revealed: 8, document: 3, plan: 3 };

/** Of no document. */
const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** The viewer whose text is read, and the services that know it. */
export interface Reader {
  db: QueryRunner;
  feed: Pick<ChangeFeedClient, 'visibleSince'>;
  viewer: Viewer;
  membership: Membership;
  /** All that the viewer sees. */
  sessions: readonly ReadSession[];
}

const isId = (id: string | null): id is string => id !== null;

/** Recaps that exist, also hidden ones. */
export const recapsOf = ({ sessions }: Pick<Reader, 'sessions'>): string[] =>
  sessions.map(({ recap }) => recap).filter(isId);

/** Documents that are named after sessions, other than their plans and recaps. */
export const namedAfter = (
  { db, viewer, sessions }: Pick<Reader, 'db' | 'viewer' | 'sessions'>,
  numbers: readonly number[],
): Promise<Map<number, string>> => {
  const plans = sessions.map(({ plan }) => plan).filter(isId);
  return documentsNamedAfter(db, viewer, numbers, [...plans, ...recapsOf({ sessions })]);
};

/** The member as the document service identifies viewers. */
export const memberOf = ({ role, id }: Membership) => ({
  role: isGm(role) ? ('gm' as const) : ('player' as const),
  ...(!isGm(role) && id !== undefined && { membership: id }),
});

/**
 * Passages of a session that the viewer sees: of its recap, revealed during it, of a document named after it, and of its
 * plan. Empty sources are left out.
 * @param isFromEnd the last passages instead of the first ones
 * @throws {UpstreamUnavailable} without a visible recap
 */
export async function contentOf(
  reader: Reader,
  session: ReadSession,
  { isFromEnd = false } = {},
): Promise<SessionPassage[]> {
  const { db, viewer } = reader;
  const read = (document: string, source: SessionSource) =>
    passagesOf(db, viewer, document, {
      ...{ limit: MAX_PASSAGES[source], isFromEnd },
      isRecap: source === 'recap',
    });
  const [recap, responded, plan] = await Promise.all([
    // As many queries as with a hidden recap.
    read(session.recap ?? NIL_ID, 'recap'),
    revealedDuring(reader, session, isFromEnd).catch(asUnavailable),
    session.plan === null ? [] : read(session.plan, 'plan'),
  ]);
  const isUnavailable = responded instanceof UpstreamUnavailable;
  if (isUnavailable && recap.length === 0) throw responded;
  const revealed = isUnavailable ? [] : responded;
  const { number } = session;
  const isKnown = recap.length > 0 || revealed.length > 0 || number === null;
  const named = isKnown ? undefined : (await namedAfter(reader, [number])).get(number);
  const document = named === undefined ? [] : await read(named, 'document');
  const sources = [
    ...asPassages(recap, 'recap'),
    ...asPassages(revealed, 'revealed'),
    ...asPassages(document, 'document'),
    ...(isFromEnd ? [] : asPassages(plan, 'plan')),
  ];
  return readPassages(reader, sources);
}

const asPassages = (ids: readonly string[], source: SessionSource) =>
  ids.map((id) => ({ id, source }));

function asUnavailable(error: unknown): UpstreamUnavailable {
  if (error instanceof UpstreamUnavailable) return error;
  throw error;
}

async function revealedDuring(
  { feed, viewer, membership }: Reader,
  { started_at: from, closed_at: until }: ReadSession,
  isFromEnd: boolean,
): Promise<string[]> {
  if (from === null) return [];
  const keep = isFromEnd ? 'latest' : 'earliest';
  const member = memberOf(membership);
  const found = await feed.visibleSince(viewer.campaign, member, { from, until, keep });
  const ids = found.map(({ id }) => id);
  return isFromEnd ? ids.slice(-MAX_PASSAGES.revealed) : ids.slice(0, MAX_PASSAGES.revealed);
}

/** Passages with title and headings, as far as the index has them for the viewer; each once. */
export async function readPassages(
  { db, viewer }: Pick<Reader, 'db' | 'viewer'>,
  wanted: readonly { id: string; source: SessionSource }[],
): Promise<SessionPassage[]> {
  const bySource = new Map([...wanted].reverse().map(({ id, source }) => [id, source]));
  const found = await readSources(
    db,
    viewer,
    wanted.map(({ id }) => id),
  );
  return found.map((one) => ({
    ...one,
    score: 0,
    similarity: undefined,
    stems: new Set(),
    above: new Set(),
    source: bySource.get(one.passage.id) ?? 'revealed',
  }));
}
