import { Injectable } from '@nestjs/common';
import {
  SEARCH_LIMITS,
  type SearchAnswer,
  type SearchHit,
  type SearchQuery,
} from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Viewer } from '../viewers/viewer';
import { Viewers } from '../viewers/viewers';
import { askedWords, isTelling, type AskedWords } from './asked-words';
import {
  factsForGms,
  isFiltered,
  withinFilters,
  type DocumentFacts,
  type Filters,
} from './filters';
import { asMeant, Finder, type Found } from './finder';
import { countSeen } from './seen';
import { snippetOf, type Matches } from './snippet';
import { widerQuestions } from './wider';

/** What is shown of what was found. */
type Shown = Pick<Found, 'title' | 'passage' | 'headings'>;

/** Looks for words as people do. */
@Injectable()
export class SearchService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly viewers: Viewers,
    private readonly finder: Finder,
  ) {}

  async search(
    user: string,
    { q, campaign, limit, typing = false, ...filters }: SearchQuery,
    viewAs: ViewAs | undefined,
  ): Promise<SearchAnswer> {
    if (viewAs !== undefined && campaign === undefined) throw viewAsNeedsCampaign();
    const { viewers: lookedIn, catchingUp } =
      campaign === undefined
        ? await this.viewers.everywhere(user)
        : { viewers: [await this.viewers.in(campaign, user, viewAs)], catchingUp: [] };
    const viewers = lookedIn.filter((viewer) => viewer !== undefined);
    const asked = askedWords(q);
    // Who is still typing waits for nothing but words; and campaigns are compared by the same measure.
    const question = campaign !== undefined && !typing && isTelling(asked) ? q : undefined;
    const answers = await Promise.all(
      viewers.map(async (viewer) => {
        const within = await withinFilters(this.uow, viewer, filters);
        const finding = await this.finder.find(viewer, asked, within, question);
        const found = finding.found.slice(0, limit);
        const matches = this.finder.matches(finding.terms, found.flatMap(shownTexts));
        return { finding, found, hits: await this.hits(viewer, found, matches) };
      }),
    );
    const hits = answers
      .flatMap(({ found, hits: made }) =>
        made.map((hit, at) => ({ hit, score: found[at]?.score ?? 0 })),
      )
      // Sorting keeps the order of those alike: that of the campaigns.
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ hit }) => hit);
    const meant = asMeant(q, ...answers.map(({ finding }) => finding.terms));
    return {
      hits,
      ...(meant !== undefined && { did_you_mean: meant }),
      mode:
        answers.length > 0 && answers.every(({ finding }) => finding.isByMeaning)
          ? 'full'
          : 'lexical',
      ...(catchingUp.length > 0 && { catching_up: catchingUp }),
      ...(hits.length === 0 && {
        ...(await this.whereNothingIs(viewers, asked, filters, lookedIn.length)),
      }),
    };
  }

  /** What was found, as it is shown. @param marked words of it that were looked for */
  async hits(
    viewer: Viewer,
    found: readonly Shown[],
    marked: Matches | Promise<Matches>,
  ): Promise<SearchHit[]> {
    const [matches, facts] = await Promise.all([
      marked,
      factsForGms(this.uow, viewer, [...new Set(found.map(({ title }) => title.document))]),
    ]);
    return found.map((one) => hitOf(viewer, one, matches, facts.get(one.title.document)));
  }

  /** In how much was looked, and without what there would be something. */
  private async whereNothingIs(
    viewers: readonly Viewer[],
    asked: AskedWords,
    filters: Filters,
    campaigns: number,
  ): Promise<Pick<SearchAnswer, 'searched' | 'wider'>> {
    const seen = await Promise.all(viewers.map((viewer) => countSeen(this.uow, viewer)));
    const wider = await Promise.all(
      widerQuestions(asked, isFiltered(filters)).map(
        async ({ without, asked: less, keepsFilters }) => {
          const found = await Promise.all(
            viewers.map(async (viewer) => {
              const within = await withinFilters(this.uow, viewer, keepsFilters ? filters : {});
              return (await this.finder.find(viewer, less, within)).found.length > 0;
            }),
          );
          return found.includes(true) ? [without] : [];
        },
      ),
    );
    return {
      searched: {
        // Those too in which nothing was ever written: that something was, and is hidden, is not told.
        campaigns,
        documents: seen.reduce((sum, { documents }) => sum + documents, 0),
        passages: seen.reduce((sum, { passages }) => sum + passages, 0),
      },
      wider: wider.flat(),
    };
  }
}

const shownText = ({ title, passage }: Shown): string => passage?.text ?? title.title;

/** With the headings above, by which it may have been found. */
const shownTexts = (shown: Shown): string[] => [shownText(shown), ...shown.headings.map(shortened)];

function hitOf(
  viewer: Viewer,
  shown: Shown,
  matches: Matches,
  facts: DocumentFacts | undefined,
): SearchHit {
  const { title, passage, headings } = shown;
  const path = headings.map(shortened);
  const marked = path.map((heading) => snippetOf(heading, matches));
  const audience = passage ? audienceOf(passage.class) : facts?.audience;
  return {
    campaign: viewer.campaign,
    document: title.document,
    ...(passage && { passage: passage.id }),
    title: title.title,
    kind: facts?.kind ?? 'note',
    ...(passage && { passage_kind: passage.kind }),
    heading_path: path,
    ...(marked.some((parts) => parts.some(({ match }) => match)) && { heading_snippets: marked }),
    ...(viewer.isGm && passage && passage.page !== null && { page: passage.page }),
    snippet: snippetOf(shownText(shown), matches),
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
