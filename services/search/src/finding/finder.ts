import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import type { Viewer } from '../access/viewer-scoped-rows';
import type { Within } from './filters';
import { anyOf, stemsOf } from '../words/stems';
import { folded, WORD, wordsOf } from '../words/folded';
import type { AskedWords } from './parsed-query';
import { candidates, type Candidate } from './candidates';
import {
  headingsAbove,
  passagesBelow,
  passagesOf,
  titlesOf,
  titlesWith,
  type Title,
} from './context';
import { score, share, withMeaning } from './rank';
import type { Matches } from './snippet';
import type { Reading } from './spelling';
import { termsOf, type Terms } from './terms';

/** A document whose title was found, or a passage; the better the higher. */
export interface Found {
  score: number;
  title: Title;
  passage?: Candidate;
  headings: string[];
  /** Of the question, in the passage or above it. */
  stems: ReadonlySet<string>;
}

export type FoundPassage = Found & { passage: Candidate };
export const isPassage = (found: Found): found is FoundPassage => found.passage !== undefined;

/** Similarity of a question to the passages that a viewer sees. */
export interface Nearness {
  /** Whether any of the passages has an embedding. */
  hasRead: boolean;
  /** Ids of the most similar passages, unordered. */
  nearest: string[];
  /** Similarity by passage id, from 0 to 1. */
  of(passages: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Injection token for semantic search, which this folder can work without. */
export abstract class SemanticSearch {
  /** @returns undefined without a model, without the campaign's permission, or after a timeout */
  abstract near(viewer: Viewer, question: string, within: Within): Promise<Nearness | undefined>;
}

export interface Finding {
  terms: Terms;
  found: Found[];
  /** Whether it was looked for what means the same. */
  isByMeaning: boolean;
}

/** Passages whose headings are looked up. */
const LOOKED_UP = 50;
/** Headings of which what follows is looked at too. */
const HEADINGS = 12;
/** A title that holds the whole question goes before every passage. */
const WHOLE_TITLE = 1_000;

/** Finds what a viewer looks for, in one campaign. All that it reads is limited to the viewer's rows. */
@Injectable()
export class Finder {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly semantic: SemanticSearch,
  ) {}

  /** @param question in plain words, where what means the same is looked for too */
  async find(
    viewer: Viewer,
    asked: AskedWords,
    within: Within = {},
    question?: string,
  ): Promise<Finding> {
    const terms = await termsOf(this.uow, viewer, asked);
    const stems = [...new Set(terms.terms.flatMap((term) => [...term.stems.keys()]))];
    if (stems.length === 0) return { terms, found: [], isByMeaning: false };
    const near =
      question === undefined || asked.phrases.length > 0 || asked.excluded.length > 0
        ? undefined
        : this.semantic.near(viewer, asMeant(question, terms) ?? question, within);
    const [passages, titles, nearness] = await Promise.all([
      this.passages(viewer, asked, terms, stems, within, near),
      within.audience ? [] : titlesWith(this.uow, viewer, stems, anyOf(stems)),
      near,
    ]);
    const found = [...this.titles(titles, asked, terms, within), ...passages];
    return { terms, found: found.sort(byRank), isByMeaning: nearness?.hasRead === true };
  }

  /** Which words of texts are the question's. */
  async matches({ terms, languages }: Terms, texts: readonly string[]): Promise<Matches> {
    if (texts.length === 0) return new Map();
    const gains = new Map(terms.flatMap((term) => [...term.stems]));
    const stems = await stemsOf(this.uow, texts.flatMap(wordsOf), languages);
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

  private async passages(
    viewer: Viewer,
    asked: AskedWords,
    terms: Terms,
    stems: readonly string[],
    within: Within,
    near: Promise<Nearness | undefined> | undefined,
  ): Promise<Found[]> {
    const first = await candidates(this.uow, viewer, asked, terms, within);
    const scored = first
      .map((passage) => ({ passage, score: score(terms, passage) }))
      .sort((a, b) => b.score - a.score || (a.passage.text < b.passage.text ? -1 : 1))
      .slice(0, LOOKED_UP)
      .map(({ passage }) => passage);
    const isWhole = asked.phrases.length === 0 && asked.excluded.length === 0;
    const below = isWhole ? await passagesBelow(this.uow, viewer, stems, headingsOf(scored)) : [];
    const nearness = await near;
    const alike = nearness ? await passagesOf(this.uow, viewer, stems, nearness.nearest) : [];
    const all = [...new Map([...scored, ...below, ...alike].map((one) => [one.id, one])).values()];
    const [headings, titles, means] = await Promise.all([
      headingsAbove(this.uow, viewer, stems, all),
      titlesOf(this.uow, viewer, stems, [...new Set(all.map(({ document }) => document))]),
      nearness?.of(all.map(({ id }) => id)),
    ]);
    return all.flatMap((passage) => {
      const title = titles.get(passage.document);
      if (!title) return [];
      const path = headings.get(passage.id) ?? [];
      const above = new Set([...title.stems, ...path.flatMap((heading) => heading.stems)]);
      const byWords = score(terms, passage, above);
      return {
        score: withMeaning(terms, passage, byWords, means?.get(passage.id) ?? 0),
        title,
        passage,
        headings: path.map(({ text }) => text),
        stems: new Set([...above, ...Object.keys(passage.times)]),
      };
    });
  }

  private titles(
    titles: readonly Title[],
    asked: AskedWords,
    terms: Terms,
    { documents }: Within,
  ): Found[] {
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
        const part = share(terms, stems);
        const isAll = part > 0.999;
        return {
          score: isAll ? WHOLE_TITLE + worth : worth * part * part,
          title,
          headings: [],
          stems,
        };
      });
  }
}

const headingsOf = (passages: readonly Candidate[]): Candidate[] =>
  passages.filter(({ kind }) => kind === 'heading').slice(0, HEADINGS);

/**
 * What is worth as much goes by the moment since which the viewer sees it, then in the order of reading: nothing that is
 * counted with what others see.
 */
function byRank(a: Found, b: Found): number {
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

/**
 * The question with those words in it that the viewer's texts spell otherwise; undefined where there are none. Of several
 * campaigns, a word that one of them knows stands as it is, and else the likest of all their words stands for it.
 */
export function asMeant(
  query: string,
  ...campaigns: readonly Pick<Terms, 'terms'>[]
): string | undefined {
  const spelt = campaigns.flatMap(({ terms }) => terms.map((term) => term.spelt));
  const known = new Set(spelt.flatMap(({ asked, isKnown }) => (isKnown ? [asked] : [])));
  const meant = new Map<string, Reading>();
  for (const { asked, meant: its } of spelt)
    if (its && !known.has(asked) && isLiker(its, meant.get(asked))) meant.set(asked, its);
  if (meant.size === 0) return undefined;
  return query.replace(WORD, (word) => meant.get(folded(word))?.word ?? word);
}

/** Of words that are as like, the first in the alphabet: which campaign they are of decides nothing. */
const isLiker = (one: Reading, other: Reading | undefined): boolean =>
  !other ||
  one.weight > other.weight ||
  (one.weight === other.weight && compare(one.word, other.word) < 0);
