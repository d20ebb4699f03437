import { Injectable } from '@nestjs/common';
import {
  EXTRACT,
  SEARCH_LIMITS,
  type AnswerPart,
  type AskAnswer,
  type AskEvent,
  type AskRequest,
} from '@tomekeeper/contracts-search';
import { UnitOfWork } from '@tomekeeper/persistence';
import { askedWords } from '../finding/parsed-query';
import { Finder, isPassage, type FoundPassage } from '../finding/finder';
import { SearchService } from '../finding/search.service';
import type { Matches } from '../finding/snippet';
import { ModelFailure } from '../model/model-failure';
import type { Viewer } from '../access/viewer-scoped-rows';
import { AccessService } from '../access/access.service';
import { forEvidence } from './names';
import { enoughIn, evidenceOf, type Evidence } from './evidence';
import { changedMeanwhile, ModelWriter, type Asker } from './model-writer';
import { ANSWER } from './prompts';
import { citedIn, isUnchanged } from './sources';

/** Quotations of one answer. */
const QUOTATIONS = 3;
/** Passages that are read for an answer. */
const READ = 20;
/** A further quotation is worth saying only where it is nearly as strong as the first. */
const NEARLY = 0.8;
/** Tokens of an answer. */
const MOST_WRITTEN = 600;

/** A question with what was found for it. */
interface Asked {
  asker: Asker;
  campaign: string;
  question: string;
  viewer: Viewer;
  /** Passages, best first, and what of them answers. */
  read: FoundPassage[];
  /** Words of the question in those passages. */
  matches: Matches;
  quoted: Evidence[];
}

/** Answers questions with sentences that stand in what the asker may read, or that a model wrote from it, or not at all. */
@Injectable()
export class AskingService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: AccessService,
    private readonly finder: Finder,
    private readonly search: SearchService,
    private readonly writer: ModelWriter,
  ) {}

  /** Sends the passages first, then each part, and the whole answer at the end. @param gone when nobody waits any longer */
  async *answer(
    asker: Asker,
    { campaign, question }: AskRequest,
    gone: AbortSignal,
  ): AsyncGenerator<AskEvent, void> {
    const access = await this.access.check(campaign, asker.user, asker.viewAs);
    const viewer = await this.access.ready(access);
    if (!viewer) {
      // The same events as where all there is is hidden from who asks.
      yield { event: 'passages', data: { passages: [], written_by: EXTRACT } };
      yield { event: 'answer', data: { answer: null, passages: [], written_by: EXTRACT } };
      return;
    }
    const asked = await this.find(viewer, asker, question);
    const model = this.writer.writesFor(access.membership);
    // Where nothing answers, no model is asked what might.
    if (model === undefined || asked.quoted.length === 0) {
      yield* this.quotations(asked);
      return;
    }
    try {
      yield* this.written(asked, model, gone);
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      const instead_because = { code: error.code, detail: error.message };
      for await (const { event, data } of this.quotations(asked))
        if (event === 'answer') yield { event, data: { ...data, instead_because } };
    }
  }

  private async find(viewer: Viewer, asker: Asker, question: string): Promise<Asked> {
    const asked = { ...askedWords(question), isFinished: true };
    const finding = await this.finder.find(viewer, asked, {}, question);
    const read = finding.found.filter(isPassage).slice(0, READ);
    const matches = await this.finder.matches(finding.terms, read.map(textOf));
    const terms = forEvidence(finding.terms.terms, question);
    const quoted = chosen(evidenceOf({ terms }, read, matches), enoughIn(finding.terms.passages));
    return { asker, campaign: viewer.campaign, question, viewer, read, matches, quoted };
  }

  private async *quotations(asked: Asked): AsyncGenerator<AskEvent, void> {
    const { asker, campaign, read, quoted } = asked;
    const shown = quoted.length > 0 ? quoted.map(({ found }) => found) : read;
    const { passages, sources } = await this.shown(asked, shown);
    yield { event: 'passages', data: { passages, written_by: EXTRACT } };
    const parts = quoted.map(toPart);
    for (const part of parts) {
      // Before each sentence: what was hidden or changed meanwhile is not told.
      await this.writer.mustBeUnchanged(campaign, asker, sources);
      yield { event: 'part', data: part };
    }
    const answer = parts.length > 0 ? parts : null;
    yield { event: 'answer', data: { answer, passages, written_by: EXTRACT } };
  }

  private async *written(
    asked: Asked,
    model: string,
    gone: AbortSignal,
  ): AsyncGenerator<AskEvent, void> {
    const { asker, campaign, question, quoted, read } = asked;
    const texts = read.filter(({ passage }) => passage.kind !== 'heading');
    const { passages, sources } = await this.shown(asked, [
      ...quoted.map(({ found }) => found),
      ...texts,
    ]);
    yield { event: 'passages', data: { passages, written_by: model } };
    const order = { campaign, asker, rules: ANSWER, sources, question, most: MOST_WRITTEN };
    const parts: AnswerPart[] = [];
    for await (const { part } of this.writer.write(order, gone)) {
      parts.push(part);
      yield { event: 'part', data: part };
    }
    const cited = citedIn(parts);
    const told: AskAnswer =
      parts.length > 0
        ? {
            answer: parts,
            passages: passages.filter(({ passage }) => passage && cited.has(passage)),
            written_by: model,
          }
        : { answer: null, passages, written_by: model };
    await this.writer.mustBeUnchanged(campaign, asker, sources);
    yield { event: 'answer', data: told };
  }

  /** Passages as they are shown, and all that they tell, by which it is seen whether they change. */
  private async shown({ viewer, matches }: Asked, found: readonly FoundPassage[]) {
    const sources = [...new Map(found.map((one) => [one.passage.id, one])).values()].slice(
      0,
      SEARCH_LIMITS.passagesOfAnswer,
    );
    const [passages, isAsFound] = await Promise.all([
      this.search.hits(viewer, sources, matches),
      isUnchanged(this.uow, viewer, sources),
    ]);
    // It may be long since it was found: a model may have failed in between.
    if (!isAsFound) throw changedMeanwhile();
    return { passages, sources };
  }
}

/** The strongest quotations, none of which says what another says. @param enough how strong the weakest of them is at least */
function chosen(evidence: readonly Evidence[], enough: number): Evidence[] {
  const [first] = evidence;
  if (!first || first.strength < enough) return [];
  const quoted: Evidence[] = [];
  for (const one of evidence) {
    if (quoted.length === QUOTATIONS) break;
    if (one.strength < enough || one.strength < first.strength * NEARLY) continue;
    const isSaid = quoted.some(
      ({ found, start, end }) =>
        textOf(found) === textOf(one.found) &&
        (found !== one.found || (one.start < end && one.end > start)),
    );
    if (!isSaid) quoted.push(one);
  }
  return quoted;
}

const textOf = ({ passage }: FoundPassage): string => passage.text;

const toPart = ({ found, start, end }: Evidence): AnswerPart => ({
  text: textOf(found).slice(start, end),
  citations: [{ document: found.title.document, passage: found.passage.id, start, end }],
});
