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
import { GM_CLASS, PARTY_CLASS } from '../following/audience-classes';
import type { Viewer } from '../viewers/viewer';
import { Viewers } from '../viewers/viewers';
import { folded, WORD } from '../words/folded';
import { Finder, type Finding, type Found } from './finder';
import { snippetOf, type Matches } from './snippet';

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
    { q, campaign, limit, kind, tag }: SearchQuery,
    viewAs: ViewAs | undefined,
  ): Promise<SearchAnswer> {
    if (viewAs !== undefined && campaign === undefined) throw viewAsNeedsCampaign();
    const viewers = await (campaign === undefined
      ? this.viewers.everywhere(user)
      : this.viewers.in(campaign, user, viewAs).then((viewer) => (viewer ? [viewer] : [])));
    const answers = await Promise.all(
      viewers.map(async (viewer) => {
        const documents = await this.documents(viewer, { kind, tag });
        const finding = await this.finder.find(viewer, q, { documents });
        return { viewer, finding, found: finding.found.slice(0, limit) };
      }),
    );
    const hits = await Promise.all(
      answers.map(async ({ viewer, finding, found }) => {
        const made = await this.hits(viewer, finding, found);
        return made.map((hit, at) => ({ hit, score: found[at]?.score ?? 0 }));
      }),
    );
    const best = hits
      .flat()
      // Sorting keeps the order of those alike: that of the campaigns.
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
    const meant = viewers.length === 1 ? meantInstead(q, answers[0]?.finding) : undefined;
    return {
      hits: best.map(({ hit }) => hit),
      ...(meant !== undefined && { did_you_mean: meant }),
      mode: 'lexical',
    };
  }

  /** What was found, as it is shown. */
  async hits(viewer: Viewer, { terms }: Finding, found: readonly Found[]): Promise<SearchHit[]> {
    if (found.length === 0) return [];
    const texts = found.map(({ passage, title }) => passage?.text ?? title.title);
    const matches = await this.finder.matches(terms, texts);
    return found.map((one) => hitOf(viewer, one, matches));
  }

  /** Documents of a kind or with a tag; undefined where neither is asked for. To players all are notes, without tags. */
  private async documents(
    { campaign, isGm }: Viewer,
    { kind, tag }: Pick<SearchQuery, 'kind' | 'tag'>,
  ): Promise<string[] | undefined> {
    if (kind === undefined && tag === undefined) return undefined;
    if (!isGm) return kind === 'note' && tag === undefined ? undefined : [];
    const rows = await this.uow.query<{ id: string }>(
      `SELECT document_id AS id FROM document d
        WHERE campaign_id = $1 AND is_here AND ($2::text IS NULL OR kind = $2)
          AND ($3::text IS NULL OR EXISTS (
            SELECT 1 FROM unnest(d.tags) t WHERE lower(t) = lower($3) OR starts_with(lower(t), lower($3) || '/')))`,
      [campaign, kind ?? null, tag ?? null],
    );
    return rows.map(({ id }) => id);
  }
}

function hitOf(viewer: Viewer, { title, passage, headings }: Found, matches: Matches): SearchHit {
  return {
    campaign: viewer.campaign,
    document: title.document,
    ...(passage && { passage: passage.id }),
    title: title.title,
    heading_path: headings.map(shortened),
    ...(viewer.isGm && passage && passage.page !== null && { page: passage.page }),
    snippet: snippetOf(passage?.text ?? title.title, matches),
    ...(viewer.isGm && passage && { audience: audienceOf(passage.class) }),
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

/** The question with those words in it that the viewer's texts spell otherwise. */
function meantInstead(query: string, finding: Finding | undefined): string | undefined {
  const meant = new Map(
    finding?.terms.terms.flatMap(({ spelt }) =>
      spelt.meant === undefined ? [] : [[spelt.asked, spelt.meant] as const],
    ),
  );
  if (meant.size === 0) return undefined;
  return query.replace(WORD, (word) => meant.get(folded(word)) ?? word);
}

const viewAsNeedsCampaign = () =>
  new DomainError('invalid', 'view_as.refused', 'Name the campaign to view as one of its players.');
