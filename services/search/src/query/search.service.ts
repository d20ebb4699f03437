import { Injectable } from '@nestjs/common';
import {
  SEARCH_LIMITS,
  type SearchAnswer,
  type SearchHit,
  type SearchQuery,
  type SuggestAnswer,
  type SuggestQuery,
  type Wider,
} from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UpstreamUnavailable } from '@tomekeeper/internal-http';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { AccessService } from '../access/access.service';
import { CampaignClient } from '../access/campaign-client';
import { countVisible, type SearchScope, type Viewer } from '../access/viewer-scoped-rows';
import { ChangeFeedClient } from '../indexing/change-feed-client';
import {
  documentFactsForGms,
  isFiltered,
  resolveScope,
  type DocumentFacts,
  type Filters,
} from './filters';
import { SearchEngine, type RankedResult } from './search-engine';
import { parseQuery, isDescriptive, type ParsedQuery } from './parsed-query';
import { SessionSearch, type FoundSessions } from './session-search';
import { snippetOf, type Matches } from './snippet';
import { correctSpelling } from './term-weights';
import { suggestionsFor } from './suggestions';

type Result = Pick<RankedResult, 'title' | 'passage' | 'headings'>;

@Injectable()
export class SearchService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: AccessService,
    private readonly campaigns: CampaignClient,
    private readonly engine: SearchEngine,
    private readonly documents: ChangeFeedClient,
    private readonly sessions: SessionSearch,
  ) {}

  async search(
    user: string,
    { q, campaign, limit, typing = false, ...filters }: SearchQuery,
    viewAs: ViewAs | undefined,
  ): Promise<SearchAnswer> {
    if (viewAs !== undefined && campaign === undefined) throw viewAsNeedsCampaign();
    const {
      viewers: searched,
      notebooks,
      catchingUp,
      membership,
    } = campaign === undefined
      ? {
          ...(await this.access.resolveAllCampaigns(user)),
          ...{ notebooks: [], membership: undefined },
        }
      : await this.oneCampaign(campaign, user, viewAs, { hasNotes: !isFiltered(filters) });
    const viewers = [...searched.filter((viewer) => viewer !== undefined), ...notebooks];
    const asked = parseQuery(q);
    // Semantic search is too slow while typing, and its scores are not comparable between campaigns.
    const question = campaign !== undefined && !typing && isDescriptive(asked) ? q : undefined;
    const [answers, suggestions, sessions] = await Promise.all([
      Promise.all(
        // A single letter matches nearly every passage: suggestions are enough while the user types on.
        (typing && q.length === 1 ? [] : viewers).map(async (viewer) => {
          const within = await resolveScope(this.uow, this.documents, viewer, filters);
          // Notes are matched by words only.
          const near = viewer.notesIn === undefined ? question : undefined;
          const outcome = await this.engine.search(viewer, asked, within, near);
          const found = outcome.results.slice(0, limit);
          const matches = this.engine.matchWords(outcome.terms, found.flatMap(displayedTexts));
          return { viewer, within, outcome, found, hits: await this.hits(viewer, found, matches) };
        }),
      ),
      typing && campaign !== undefined && suggestionsFor(this.uow, searched[0], q),
      membership !== undefined &&
        !isFiltered(filters) &&
        this.sessions
          .find({ text: q, user, viewAs, membership, viewer: searched[0], isTyping: typing })
          .then((found) => found && this.sessionResults(membership.campaign, searched[0], found)),
    ]);
    const hits = answers
      .flatMap(({ found, hits: made }) =>
        made.map((hit, at) => ({ hit, score: found[at]?.score ?? 0 })),
      )
      // Array sort is stable: equal scores keep the order of the campaigns.
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ hit }) => hit);
    const meant = correctSpelling(q, ...answers.map(({ outcome }) => outcome.terms));
    const inDocuments = answers.filter(({ viewer }) => viewer.notesIn === undefined);
    const isSemantic =
      inDocuments.length > 0 && inDocuments.every(({ outcome }) => outcome.isSemantic);
    return {
      hits,
      ...(suggestions && { suggestions }),
      ...(meant !== undefined && { did_you_mean: meant }),
      mode: isSemantic ? 'full' : 'lexical',
      ...(catchingUp.length > 0 && { catching_up: catchingUp }),
      ...sessions,
      ...(hits.length === 0 &&
        !typing &&
        (await this.explainEmpty(answers, asked, filters, searched.length))),
    };
  }

  /** @param hasNotes whether to search notes of players too: filters are about documents of the campaign */
  private async oneCampaign(
    campaign: string,
    user: string,
    viewAs: ViewAs | undefined,
    { hasNotes }: { hasNotes: boolean },
  ) {
    const access = await this.access.check(campaign, user, viewAs);
    const author = viewAs === undefined ? user : undefined;
    const [viewer, notebooks] = await Promise.all([
      this.access.awaitIndex(access),
      hasNotes ? this.access.resolveNotebooks(access.membership, author) : [],
    ]);
    const { membership } = access;
    return { viewers: [viewer], notebooks, catchingUp: new Array<string>(), membership };
  }

  async suggest(
    user: string,
    { q, campaign }: SuggestQuery,
    viewAs: ViewAs | undefined,
  ): Promise<SuggestAnswer> {
    const access = await this.access.check(campaign, user, viewAs);
    const [viewer, people] = await Promise.all([
      this.access.awaitIndex(access),
      this.campaigns.people(campaign).catch((error: unknown) => {
        if (error instanceof UpstreamUnavailable) return [];
        throw error;
      }),
    ]);
    return { suggestions: await suggestionsFor(this.uow, viewer, q, people) };
  }

  /** @param marked words to highlight */
  async hits(
    viewer: Viewer,
    found: readonly Result[],
    marked: Matches | Promise<Matches>,
  ): Promise<SearchHit[]> {
    const [matches, facts] = await Promise.all([
      marked,
      documentFactsForGms(this.uow, viewer, [...new Set(found.map(({ title }) => title.document))]),
    ]);
    return found.map((one) => hitOf(viewer, one, matches, facts.get(one.title.document)));
  }

  /** Fields of a response to a question about time. @param viewer undefined without any text */
  async sessionResults(
    campaign: string,
    viewer: Viewer | undefined,
    { kind, sessions, matches }: FoundSessions,
  ): Promise<Pick<SearchAnswer, 'asked_about' | 'sessions'>> {
    const results = await Promise.all(
      sessions.map(async ({ session, passages, openItems }) => {
        const { id, number, title, starts_at, time_zone, started_at, state } = session;
        const hits = viewer ? await this.hits(viewer, passages, matches) : [];
        return {
          ...{ campaign, id, number, title, starts_at, time_zone, started_at, state },
          passages: passages.flatMap(({ source }, at) => {
            const hit = hits[at];
            return hit ? [{ ...hit, source }] : [];
          }),
          ...(openItems && { open_items: openItems }),
        };
      }),
    );
    return { asked_about: kind, sessions: results };
  }

  /** Corpus size, and relaxed queries that would find something. */
  private async explainEmpty(
    searches: readonly { viewer: Viewer; within: SearchScope }[],
    asked: ParsedQuery,
    filters: Filters,
    campaigns: number,
  ): Promise<Pick<SearchAnswer, 'searched' | 'wider'>> {
    const counts = await Promise.all(searches.map(({ viewer }) => countVisible(this.uow, viewer)));
    const wider = await Promise.all(
      relaxedQueries(asked, filters).map(async ({ without, asked: relaxed }) => {
        const found = await Promise.all(
          searches.map(async ({ viewer, within }) => {
            const scope = without === 'filters' ? {} : within;
            return (await this.engine.search(viewer, relaxed, scope)).results.length > 0;
          }),
        );
        return found.includes(true) ? [without] : [];
      }),
    );
    return {
      searched: {
        // Includes campaigns without documents: a lower number would reveal that a campaign has hidden ones.
        campaigns,
        documents: counts.reduce((sum, { documents }) => sum + documents, 0),
        passages: counts.reduce((sum, { passages }) => sum + passages, 0),
      },
      wider: wider.flat(),
    };
  }
}

const relaxedQueries = (
  asked: ParsedQuery,
  filters: Filters,
): { without: Wider; asked: ParsedQuery }[] => [
  ...(isFiltered(filters) ? [{ without: 'filters' as const, asked }] : []),
  ...(asked.excluded.length > 0
    ? [{ without: 'exclusions' as const, asked: { ...asked, excluded: [] } }]
    : []),
  ...(asked.phrases.length > 0
    ? [{ without: 'quotes' as const, asked: { ...asked, phrases: [] } }]
    : []),
];

const shownText = ({ title, passage }: Result): string => passage?.text ?? title.title;

/** With the headings above, which are highlighted too. */
const displayedTexts = (result: Result): string[] => [
  shownText(result),
  ...result.headings.map(shortened),
];

function hitOf(
  viewer: Viewer,
  result: Result,
  matches: Matches,
  facts: DocumentFacts | undefined,
): SearchHit {
  const { title, passage, headings } = result;
  const path = headings.map(shortened);
  const marked = path.map((heading) => snippetOf(heading, matches));
  const isPlayerNote = viewer.notesIn !== undefined;
  const ofResult = passage ? audienceOf(passage.class) : facts?.audience;
  const audience = isPlayerNote ? undefined : ofResult;
  return {
    campaign: viewer.notesIn ?? viewer.campaign,
    document: title.document,
    ...(isPlayerNote && { player_note: true as const }),
    ...(passage && { passage: passage.id }),
    title: title.title,
    kind: facts?.kind ?? 'note',
    ...(passage && { passage_kind: passage.kind }),
    heading_path: path,
    ...(marked.some((parts) => parts.some(({ match }) => match)) && { heading_snippets: marked }),
    ...(viewer.isGm && passage && passage.page !== null && { page: passage.page }),
    snippet: snippetOf(shownText(result), matches),
    ...(viewer.isGm && audience && { audience }),
    ...(!viewer.isGm && audience === 'players' && { not_for_whole_party: true as const }),
  };
}

function audienceOf(name: string): 'gm' | 'party' | 'players' {
  if (name === GM_CLASS) return 'gm';
  return name === PARTY_CLASS ? 'party' : 'players';
}

const shortened = (heading: string): string =>
  heading.length > SEARCH_LIMITS.headingLength
    ? `${heading.slice(0, SEARCH_LIMITS.headingLength - 1)}…`
    : heading;

const viewAsNeedsCampaign = () =>
  new DomainError('invalid', 'view_as.refused', 'Name the campaign to view as one of its players.');
