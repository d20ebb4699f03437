import type { ReadSession } from '@tomekeeper/contracts-campaign';
import type { SearchEngine } from '../query/search-engine';
import type { FoundSessions } from '../query/session-search';
import { parseQuery } from '../query/parsed-query';
import { weighTerms } from '../query/term-weights';
import { inOrder, sessionAt } from './choose-sessions';
import { mentionIn } from './quotations';
import { memberOf, readPassages, type Reader } from './session-content';
import { documentNamedAfter, mentionsOf } from './session-rows';

/** Further mentions of the same session. */
const MAX_MENTIONS = 4;

/**
 * The first session in which a mention of the name became visible; else the earliest whose recap, or document named after it, contains
 * the name. Without one, no session.
 */
export async function firstSeen(
  reader: Reader,
  engine: Pick<SearchEngine, 'matchWords'>,
  sessions: readonly ReadSession[],
  name: string,
): Promise<FoundSessions> {
  const { db, viewer } = reader;
  const asked = { ...parseQuery(name), isQuestion: false, isComplete: true };
  const terms = await weighTerms(db, viewer, asked);
  const mentions = await mentionsOf(db, viewer, terms);
  const found =
    (await byTime(reader, sessions, mentions)) ?? (await byNotes(reader, sessions, mentions));
  const passages = found ? await readPassages(reader, found.mentions) : [];
  // A heading has no sentence about the name.
  const first = passages.find(({ passage }) => passage.kind !== 'heading') ?? passages[0];
  if (!found || !first)
    return { kind: 'first_seen', sessions: [], quotations: [], matches: new Map() };
  const matches = await engine.matchWords(
    terms,
    passages.flatMap(({ passage, headings }) => [passage.text, ...headings]),
  );
  return {
    kind: 'first_seen',
    sessions: [{ session: found.session, passages }],
    quotations: mentionIn(first, matches),
    matches,
  };
}

type Mentions = readonly { id: string; document: string }[];

async function byTime(
  { feed, viewer, membership }: Reader,
  sessions: readonly ReadSession[],
  mentions: Mentions,
) {
  if (mentions.length === 0) return undefined;
  const ids = mentions.map(({ id }) => id);
  const member = memberOf(membership);
  const moments = await feed.visibleSince(viewer.campaign, member, { passages: ids });
  const during = moments.map(({ id, at }) => ({ id, session: sessionAt(sessions, at) }));
  const session = during.find((one) => one.session !== undefined)?.session;
  if (!session) return undefined;
  const its = during.filter((one) => one.session === session).slice(0, MAX_MENTIONS);
  return { session, mentions: its.map(({ id }) => ({ id, source: 'revealed' as const })) };
}

async function byNotes(
  { db, viewer }: Reader,
  sessions: readonly ReadSession[],
  mentions: Mentions,
) {
  const within = (document: string | null | undefined) =>
    mentions.filter((one) => one.document === document).slice(0, MAX_MENTIONS);
  for (const session of mentions.length === 0 ? [] : inOrder(sessions)) {
    if (session.state === 'planned' || session.number === null) continue;
    const inRecap = within(session.recap);
    if (inRecap.length > 0)
      return { session, mentions: inRecap.map(({ id }) => ({ id, source: 'recap' as const })) };
    const inDocument = within(await documentNamedAfter(db, viewer, session.number));
    if (inDocument.length > 0)
      return {
        session,
        mentions: inDocument.map(({ id }) => ({ id, source: 'document' as const })),
      };
  }
  return undefined;
}
