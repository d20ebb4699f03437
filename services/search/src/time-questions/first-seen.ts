import { VISIBLE_SINCE_LIMITS } from '@tomekeeper/contracts-document';
import type { SearchEngine } from '../query/search-engine';
import type { FoundSessions } from '../query/session-search';
import { parseQuery } from '../query/parsed-query';
import { weighTerms } from '../query/term-weights';
import { inOrder, sessionAt } from './choose-sessions';
import { mentionIn } from './quotations';
import { memberOf, namedAfter, readPassages, recapsOf, type Reader } from './session-content';
import { mentionsOf } from './session-rows';

/** Further mentions of the same session. */
const MAX_MENTIONS = 4;

/**
 * The first session in which a mention of the name became visible; else the earliest whose recap, or document named after it, contains
 * the name. Without one, no session.
 */
export async function firstSeen(
  reader: Reader,
  engine: Pick<SearchEngine, 'matchWords'>,
  name: string,
): Promise<FoundSessions> {
  const { db, viewer } = reader;
  const asked = { ...parseQuery(name), isQuestion: false, isComplete: true };
  const terms = await weighTerms(db, viewer, asked);
  const mentions = await mentionsOf(db, viewer, terms, recapsOf(reader));
  const found = (await byTime(reader, mentions)) ?? (await byNotes(reader, mentions));
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

async function byTime(reader: Reader, mentions: Mentions) {
  const moments = await momentsOf(reader, mentions);
  const during = moments.map(({ id, at }) => ({ id, session: sessionAt(reader.sessions, at) }));
  const session = during.find((one) => one.session !== undefined)?.session;
  if (!session) return undefined;
  const its = during.filter((one) => one.session === session).slice(0, MAX_MENTIONS);
  return { session, mentions: its.map(({ id }) => ({ id, source: 'revealed' as const })) };
}

/** Since when mentions are visible, in order of time. */
async function momentsOf({ feed, viewer, membership }: Reader, mentions: Mentions) {
  const size = VISIBLE_SINCE_LIMITS.passages;
  const parts = Array.from({ length: Math.ceil(mentions.length / size) }, (_, at) =>
    mentions.slice(at * size, (at + 1) * size).map(({ id }) => id),
  );
  const member = memberOf(membership);
  const moments = await Promise.all(
    parts.map((passages) => feed.visibleSince(viewer.campaign, member, { passages })),
  );
  return moments.flat().sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

async function byNotes(reader: Reader, mentions: Mentions) {
  if (mentions.length === 0) return undefined;
  const played = inOrder(reader.sessions).flatMap(({ number, ...session }) =>
    session.state === 'planned' || number === null ? [] : [{ ...session, number }],
  );
  const documents = await namedAfter(
    reader,
    played.map(({ number }) => number),
  );
  const within = (document: string | null | undefined) =>
    mentions.filter((one) => one.document === document).slice(0, MAX_MENTIONS);
  for (const session of played) {
    const inRecap = within(session.recap);
    if (inRecap.length > 0)
      return { session, mentions: inRecap.map(({ id }) => ({ id, source: 'recap' as const })) };
    const inDocument = within(documents.get(session.number));
    if (inDocument.length > 0)
      return {
        session,
        mentions: inDocument.map(({ id }) => ({ id, source: 'document' as const })),
      };
  }
  return undefined;
}
