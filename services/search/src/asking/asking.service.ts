import { Injectable } from '@nestjs/common';
import {
  EXTRACT,
  SEARCH_CODES,
  SEARCH_LIMITS,
  type AnswerPart,
  type AskEvent,
  type AskRequest,
} from '@tomekeeper/contracts-search';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { Finder, type Found } from '../finding/finder';
import { SearchService } from '../finding/search.service';
import { seesAll } from '../finding/seen';
import { Viewers } from '../viewers/viewers';
import { ENOUGH, evidenceOf, type Evidence } from './evidence';

/** Quotations of one answer. */
const QUOTATIONS = 3;
/** Passages that are read for an answer. */
const READ = 20;
/** A further quotation is worth saying only where it is nearly as strong as the first. */
const NEARLY = 0.8;

/** Answers questions with sentences that stand in what the asker may read, word for word, or not at all. */
@Injectable()
export class AskingService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly viewers: Viewers,
    private readonly finder: Finder,
    private readonly search: SearchService,
  ) {}

  /** Sends the passages first, then each part, and the whole answer at the end. */
  async *answer(user: string, { campaign, question }: AskRequest): AsyncGenerator<AskEvent, void> {
    const viewer = await this.viewers.in(campaign, user, undefined);
    if (!viewer) {
      yield { event: 'answer', data: { answer: null, passages: [], written_by: EXTRACT } };
      return;
    }
    const finding = await this.finder.find(viewer, question, { isFinished: true });
    const read = finding.found.filter(({ passage }) => passage).slice(0, READ);
    const matches = await this.finder.matches(
      finding.terms,
      read.map(({ passage }) => passage?.text ?? ''),
    );
    const quoted = chosen(evidenceOf(finding.terms, read, matches));
    const shown = quoted.length > 0 ? quoted.map(({ found }) => found) : read;
    const passages = await this.search.hits(
      viewer,
      finding,
      [...new Set<Found>(shown)].slice(0, SEARCH_LIMITS.passagesOfAnswer),
    );
    yield { event: 'passages', data: { passages, written_by: EXTRACT } };
    const parts = quoted.map(toPart);
    for (const part of parts) {
      await this.isStillSeen(user, campaign, part);
      yield { event: 'part', data: part };
    }
    const answer = parts.length > 0 ? parts : null;
    yield { event: 'answer', data: { answer, passages, written_by: EXTRACT } };
  }

  /** Before each sentence: what was hidden meanwhile is not told. @throws {DomainError} */
  private async isStillSeen(user: string, campaign: string, { citations }: AnswerPart) {
    const viewer = await this.viewers.in(campaign, user, undefined);
    const passages = citations.map(({ passage }) => passage);
    if (!viewer || !(await seesAll(this.uow, viewer, passages))) throw changedMeanwhile();
  }
}

/** The same whatever it is that has changed. */
const changedMeanwhile = () =>
  new DomainError(
    'conflict',
    SEARCH_CODES.changedMeanwhile,
    'What you may read has changed while this was being answered. Please ask again.',
  );

/** The strongest quotations, none of which says what another says. */
function chosen(evidence: readonly Evidence[]): Evidence[] {
  const [first] = evidence;
  if (!first || first.strength < ENOUGH) return [];
  const quoted: Evidence[] = [];
  for (const one of evidence) {
    if (quoted.length === QUOTATIONS) break;
    if (one.strength < ENOUGH || one.strength < first.strength * NEARLY) continue;
    const isSaid = quoted.some(
      ({ found, start, end }) =>
        textOf(found) === textOf(one.found) &&
        (found !== one.found || (one.start < end && one.end > start)),
    );
    if (!isSaid) quoted.push(one);
  }
  return quoted;
}

const textOf = ({ passage }: Found): string => passage?.text ?? '';

const toPart = ({ found, start, end }: Evidence): AnswerPart => ({
  text: textOf(found).slice(start, end),
  citations: found.passage
    ? [{ document: found.title.document, passage: found.passage.id, start, end }]
    : [],
});
