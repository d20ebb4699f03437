import { isGm, type ReadSession } from '@tomekeeper/contracts-campaign';
import type { SessionSource } from '@tomekeeper/contracts-search';
import type { Membership } from '../access/campaign-client';
import type { Viewer } from '../access/viewer-scoped-rows';
import { readSources } from '../answers/sources';
import type { ChangeFeedClient } from '../indexing/change-feed-client';
import type { SessionPassage } from '../query/session-search';
import type { QueryRunner } from '../text/stems';
import { documentNamedAfter, passagesOf } from './session-rows';

/** Passages of each source, together at most the limit of a session. */
const MAX_PASSAGES: Record<SessionSource, number> = { recap: 6, revealed: 8, document: 3, plan: 3 };

/** The viewer whose text is read, and the services that know it. */
export interface Reader {
  db: QueryRunner;
  feed: Pick<ChangeFeedClient, 'visibleSince'>;
  viewer: Viewer;
  membership: Membership;
}

/** The member as the document service identifies viewers. */
export const memberOf = ({ role, id }: Membership) => ({
  role: isGm(role) ? ('gm' as const) : ('player' as const),
  ...(!isGm(role) && id !== undefined && { membership: id }),
});

/**
 * Passages of a session that the viewer sees: of its recap, revealed during it, of a document named after it, and of its
 * plan. Empty sources are left out.
 * @param isFromEnd the last passages instead of the first ones
 */
export async function contentOf(
  reader: Reader,
  session: ReadSession,
  { isFromEnd = false } = {},
): Promise<SessionPassage[]> {
  const { db, viewer } = reader;
  const read = (document: string | null | undefined, source: SessionSource) =>
    document ? passagesOf(db, viewer, document, { limit: MAX_PASSAGES[source], isFromEnd }) : [];
  const [recap, revealed, plan] = await Promise.all([
    read(session.recap, 'recap'),
    revealedDuring(reader, session, isFromEnd),
    read(session.plan, 'plan'),
  ]);
  const isKnown = recap.length > 0 || revealed.length > 0 || session.number === null;
  const named = isKnown ? undefined : await documentNamedAfter(db, viewer, session.number ?? 0);
  const document = await read(named, 'document');
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

async function revealedDuring(
  { feed, viewer, membership }: Reader,
  { started_at: from, closed_at: until }: ReadSession,
  isFromEnd: boolean,
): Promise<string[]> {
  if (from === null) return [];
  const found = await feed.visibleSince(viewer.campaign, memberOf(membership), { from, until });
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
    stems: new Set(),
    source: bySource.get(one.passage.id) ?? 'revealed',
  }));
}
