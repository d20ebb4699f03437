import { Injectable } from '@nestjs/common';
import { SEARCH_LIMITS, type SuggestAnswer, type SuggestQuery } from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import type { Viewer } from '../viewers/viewer';
import { Viewers } from '../viewers/viewers';
import { visibleRows, visibleTitles, whoLooks } from '../viewers/visible-rows';
import { wordsOf } from '../words/folded';
import { CampaignPeople } from './campaign-people';
import { beginnings } from './spelling';

const MOST_OF_A_KIND = 4;
const MOST_PEOPLE = 3;
/** Bytes of a word that the index holds, and takes in a question: signs may become several of them. */
const LONGEST_WORD = 2046;

/** What somebody may mean while they are typing: titles, people, headings and words that begin so. */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly viewers: Viewers,
    private readonly people: CampaignPeople,
  ) {}

  async suggest(
    user: string,
    { q, campaign }: SuggestQuery,
    viewAs: ViewAs | undefined,
  ): Promise<SuggestAnswer> {
    const words = wordsOf(q).slice(0, SEARCH_LIMITS.words);
    const membership = await this.viewers.membershipOf(campaign, user, viewAs);
    const last = words.at(-1);
    if (last === undefined || words.some((word) => Buffer.byteLength(word) > LONGEST_WORD))
      return { suggestions: [] };
    const [viewer, named] = await Promise.all([
      this.viewers.ready(membership),
      this.people.named(campaign, words, MOST_PEOPLE),
    ]);
    const people = named.map((person) => ({ kind: 'person' as const, ...person }));
    if (!viewer) return { suggestions: people };
    const [documents, headings, spelt] = await Promise.all([
      this.titles(viewer, words),
      this.headings(viewer, words),
      beginnings(this.uow, viewer, last, MOST_OF_A_KIND),
    ]);
    const before = words.slice(0, -1).join(' ');
    const further = spelt.map((word) => ({
      kind: 'word' as const,
      text: before === '' ? word : `${before} ${word}`,
    }));
    return {
      suggestions: [...documents, ...people, ...headings, ...further].slice(
        0,
        SEARCH_LIMITS.suggestions,
      ),
    };
  }

  private async titles(viewer: Viewer, words: readonly string[]) {
    const rows = await this.uow.query<{ document: string; text: string }>(
      `SELECT document, text FROM (
         ${visibleTitles(viewer, 'p.document_id AS document, p.title AS text, p.visible_since AS since, p.plain @@ $4::tsquery AS is_whole', 'p.plain @@ $3::tsquery')}) t
        ORDER BY is_whole DESC, length(text), since DESC NULLS LAST, text LIMIT ${MOST_OF_A_KIND}`,
      [...whoLooks(viewer), allBegin(words), all(words)],
    );
    return rows.map(({ document, text }) => ({ kind: 'document' as const, text, document }));
  }

  private async headings(viewer: Viewer, words: readonly string[]) {
    const rows = await this.uow.query<{ document: string; passage: string; text: string }>(
      `SELECT document, passage, text FROM (
         ${visibleRows(viewer, 'passage', 'p.document_id AS document, p.passage_id AS passage, left(p.text, 300) AS text, p.position, p.plain @@ $4::tsquery AS is_whole', "p.kind = 'heading' AND p.plain @@ $3::tsquery")}) h
        ORDER BY is_whole DESC, length(text), text LIMIT ${MOST_OF_A_KIND}`,
      [...whoLooks(viewer), allBegin(words), all(words)],
    );
    return rows.map(({ document, passage, text }) => ({
      kind: 'heading' as const,
      text,
      document,
      passage,
    }));
  }
}

/** A question to the index: all of these words. What holds the last one whole goes before what goes on from it. */
const all = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' & ');

/** … the last one perhaps unfinished. */
const allBegin = (words: readonly string[]): string => `${all(words)}:*`;
