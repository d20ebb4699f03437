import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import type { SearchScope, Viewer } from '../access/viewer-scoped-rows';
import { EmbeddingSearch, type SemanticMatches } from '../embeddings/embedding-search';
import { anyOf, findStems } from '../text/stems';
import { nameVariants, wordsOf } from '../text/normalization';
import { isSecondary } from '../text/secondary-text';
import type { ParsedQuery } from './parsed-query';
import { findCandidates, type Candidate } from './candidates';
import {
  contextualText,
  findHeadings,
  findPassagesBelow,
  findPassages,
  findTitles,
  findMatchingTitles,
  type Title,
} from './passage-context';
import { scorePassage, coverage, addSimilarity, bestSentence } from './ranking';
import type { Matches } from './snippet';
import { correctSpelling, weighTerms, type WeightedQuery } from './term-weights';

/** A passage, or a document found by its title. */
export interface RankedResult {
  score: number;
  title: Title;
  passage?: Candidate;
  headings: string[];
  /** Query stems in the passage and above it. */
  stems: ReadonlySet<string>;
  /** Query stems in headings and title. */
  above: ReadonlySet<string>;
  /** Semantic similarity to the query, up to 1; undefined without an embedding. */
  similarity: number | undefined;
}

export type RankedPassage = RankedResult & { passage: Candidate };
export const textOf = ({ passage }: RankedPassage): string => passage.text;
export const isPassage = (found: RankedResult): found is RankedPassage =>
  found.passage !== undefined;

export interface SearchOutcome {
  terms: WeightedQuery;
  results: RankedResult[];
  /** Whether semantic search covered all passages that the viewer sees. */
  isSemantic: boolean;
}

/** Candidates for the final ranking. */
const MAX_RANKED = 50;
/** Headings whose following passages are ranked too. */
const MAX_HEADINGS = 12;
/** First results that the similarity of their best sentences orders. */
const MAX_ORDERED = 8;
/** A title as a result, which answers as little as a heading. */
const TITLE = { kind: 'heading', length: 0 };
/** Factor for captions, references and image alternatives, which come last. */
const SECONDARY_FACTOR = 0.2;
/** Titles that match the whole query rank above all passages. */
const FULL_TITLE_BONUS = 1_000;

/** Ranks titles and passages of a campaign for a viewer, from viewer-scoped rows only. */
@Injectable()
export class SearchEngine {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly semantic: EmbeddingSearch,
  ) {}

  /** @param question text for semantic search, if wanted */
  async search(
    viewer: Viewer,
    asked: ParsedQuery,
    within: SearchScope = {},
    question?: string,
  ): Promise<SearchOutcome> {
    const terms = await weighTerms(this.uow, viewer, asked);
    const stems = [...new Set(terms.terms.flatMap((term) => [...term.stems.keys()]))];
    if (stems.length === 0) return { terms, results: [], isSemantic: false };
    const isWhole = asked.phrases.length === 0 && asked.excluded.length === 0;
    const meant = question && isWhole ? (correctSpelling(question, terms) ?? question) : undefined;
    const near = meant === undefined ? undefined : this.semantic.match(viewer, meant, within);
    const [passages, titles, nearness] = await Promise.all([
      this.rankPassages(viewer, asked, terms, stems, within, near),
      within.audience ? [] : findMatchingTitles(this.uow, viewer, stems, anyOf(stems)),
      near,
    ]);
    const found = [...this.rankTitles(titles, asked, terms, within), ...passages].sort(byRank);
    const results =
      meant && nearness && found.length > 1
        ? await this.orderBySentences(viewer, meant, terms, found)
        : found;
    return { terms, results, isSemantic: nearness?.isComplete === true };
  }

  /**
   * Adds the similarity of titles and best sentences to the scores of the first results, which exchange places; unchanged without
   * similarities. Places keep their scores, because those of notes are without similarities.
   */
  private async orderBySentences(
    viewer: Viewer,
    question: string,
    terms: WeightedQuery,
    results: readonly RankedResult[],
  ): Promise<RankedResult[]> {
    const first = results.slice(0, MAX_ORDERED);
    const matches = await this.matchWords(terms, first.filter(isPassage).map(textOf));
    const texts = first.map((one) =>
      isPassage(one)
        ? contextualText(one, bestSentence(terms, one.passage, matches))
        : one.title.title,
    );
    const similarities = await this.semantic.compareTexts(viewer, question, texts);
    const scores = first.map(({ passage = TITLE, score }, at) =>
      addSimilarity(terms, passage, score, similarities[at] ?? 0),
    );
    const ordered = [...first.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    return results.map((place, at) => {
      const one = results[ordered[at] ?? at] ?? place;
      return { ...one, score: place.score };
    });
  }

  /** Query matches by word of the texts. */
  async matchWords(
    { terms, languages }: WeightedQuery,
    texts: readonly string[],
  ): Promise<Matches> {
    if (texts.length === 0) return new Map();
    const gains = new Map(terms.flatMap((term) => [...term.stems]));
    const stems = await findStems(
      this.uow,
      texts.flatMap((text) => [...wordsOf(text), ...nameVariants(text)]),
      languages,
    );
    return new Map(
      [...stems].flatMap(([word, its]) => {
        const [best] = its
          .filter((stem) => gains.has(stem))
          .map((stem) => ({ stem, gain: gains.get(stem) ?? 0 }))
          .sort((a, b) => b.gain - a.gain);
        return best ? [[word, best] as const] : [];
      }),
    );
  }

  private async rankPassages(
    viewer: Viewer,
    asked: ParsedQuery,
    terms: WeightedQuery,
    stems: readonly string[],
    within: SearchScope,
    near: Promise<SemanticMatches | undefined> | undefined,
  ): Promise<RankedResult[]> {
    const first = await findCandidates(this.uow, viewer, asked, terms, within);
    const scored = first
      .map((passage) => ({ passage, score: scorePassage(terms, passage) }))
      .sort((a, b) => b.score - a.score || (a.passage.text < b.passage.text ? -1 : 1))
      .slice(0, MAX_RANKED)
      .map(({ passage }) => passage);
    const isWhole = asked.phrases.length === 0 && asked.excluded.length === 0;
    const below = isWhole
      ? await findPassagesBelow(this.uow, viewer, stems, headingsOf(scored))
      : [];
    const nearness = await near;
    const alike = nearness ? await findPassages(this.uow, viewer, stems, nearness.nearest) : [];
    const all = [...new Map([...scored, ...below, ...alike].map((one) => [one.id, one])).values()];
    const [headings, titles, means] = await Promise.all([
      findHeadings(this.uow, viewer, stems, all),
      findTitles(this.uow, viewer, stems, [...new Set(all.map(({ document }) => document))]),
      nearness?.similarities(all.map(({ id }) => id)),
    ]);
    return all.flatMap((passage) => {
      const title = titles.get(passage.document);
      if (!title) return [];
      const path = headings.get(passage.id) ?? [];
      const above = new Set([...title.stems, ...path.flatMap((heading) => heading.stems)]);
      const byWords = scorePassage(terms, passage, above);
      const similarity = means?.get(passage.id);
      const isLast = isSecondary(passage, path.at(-1)?.text);
      const score = addSimilarity(terms, passage, byWords, similarity ?? 0);
      return {
        score: isLast ? score * SECONDARY_FACTOR : score,
        similarity,
        title,
        passage,
        headings: path.map(({ text }) => text),
        above,
        stems: new Set([...above, ...Object.keys(passage.frequencies)]),
      };
    });
  }

  private rankTitles(
    titles: readonly Title[],
    asked: ParsedQuery,
    terms: WeightedQuery,
    { documents }: SearchScope,
  ): RankedResult[] {
    const worth = terms.terms.reduce((sum, term) => sum + term.worth, 0);
    return titles
      .filter(({ document }) => !documents || documents.includes(document))
      .filter(({ title }) => {
        const words = ` ${wordsOf(title).join(' ')} `;
        const holds = (phrase: string[]) => words.includes(` ${phrase.join(' ')} `);
        return asked.phrases.every(holds) && !asked.excluded.some(holds);
      })
      .map((title) => {
        const stems = new Set(title.stems);
        const part = coverage(terms, stems);
        const isAll = part > 0.999;
        return {
          score: isAll ? FULL_TITLE_BONUS + worth : worth * part * part,
          title,
          headings: [],
          stems,
          above: stems,
          similarity: undefined,
        };
      });
  }
}

const headingsOf = (passages: readonly Candidate[]): Candidate[] =>
  passages.filter(({ kind }) => kind === 'heading').slice(0, MAX_HEADINGS);

/** Ties are broken by reveal time, then by reading order, never by values that depend on hidden text. */
function byRank(a: RankedResult, b: RankedResult): number {
  return (
    b.score - a.score ||
    (b.title.since?.getTime() ?? 0) - (a.title.since?.getTime() ?? 0) ||
    compare(a.title.title, b.title.title) ||
    (a.title.document === b.title.document
      ? (a.passage?.position ?? -1) - (b.passage?.position ?? -1)
      : compare(a.passage?.text ?? '', b.passage?.text ?? ''))
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
