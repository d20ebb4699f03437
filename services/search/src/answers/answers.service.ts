import { Injectable } from '@nestjs/common';
import {
  EXTRACT,
  SEARCH_LIMITS,
  type AnswerPart,
  type AskAnswer,
  type AskEvent,
  type AskRequest,
  type Support,
} from '@tomekeeper/contracts-search';
import { UnitOfWork } from '@tomekeeper/persistence';
import { EmbeddingSearch } from '../embeddings/embedding-search';
import { parseQuery, type ParsedQuery } from '../query/parsed-query';
import {
  SearchEngine,
  isPassage,
  textOf,
  type RankedPassage,
  type SearchOutcome,
} from '../query/search-engine';
import { contextualText } from '../query/passage-context';
import { SearchService } from '../query/search.service';
import { SessionSearch, type FoundSessions } from '../query/session-search';
import type { Matches } from '../query/snippet';
import { correctSpelling } from '../query/term-weights';
import { ModelError } from '../llm/model-error';
import type { Viewer } from '../access/viewer-scoped-rows';
import { AccessService, type Access } from '../access/access.service';
import {
  minStrength,
  rankEvidence,
  discountNames,
  requiredNames,
  withoutNames,
  type Evidence,
} from './evidence';
import { asksForNumber } from './numbers';
import {
  bySimilarity,
  quotable,
  quotationText,
  selectQuotations,
  supportOf,
  toPart,
} from './quotations';
import { sourcesChanged, AnswerWriter, type Asker } from './answer-writer';
import { ANSWER } from './prompts';
import { citedPassages, isUnchanged } from './sources';

const MAX_PASSAGES = 20;
const MAX_TOKENS = 600;

interface ResearchedQuestion {
  asker: Asker;
  campaign: string;
  question: string;
  viewer: Viewer;
  /** Best first. */
  read: RankedPassage[];
  /** Query words in the passages. */
  matches: Matches;
  quoted: Evidence[];
  /** Absent without quotations, and for sessions. */
  support?: Support | undefined;
}

/** Answers questions with quotations, or with sentences that a model wrote from visible passages. */
@Injectable()
export class AnswersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: AccessService,
    private readonly engine: SearchEngine,
    private readonly semantic: EmbeddingSearch,
    private readonly search: SearchService,
    private readonly writer: AnswerWriter,
    private readonly sessions: SessionSearch,
  ) {}

  /**
   * Streams the passages, then each part, then the complete answer. @param gone aborted when the client disconnects
   */
  async *answer(
    asker: Asker,
    { campaign, question }: AskRequest,
    gone: AbortSignal,
  ): AsyncGenerator<AskEvent, void> {
    const access = await this.access.check(campaign, asker.user, asker.viewAs);
    const viewer = await this.access.awaitIndex(access);
    const findSessions = () =>
      this.sessions.find({
        ...{ text: question, user: asker.user, viewAs: asker.viewAs },
        ...{ viewer, membership: access.membership },
      });
    const found = await findSessions();
    if (!found) {
      yield* this.answerFromText(asker, access, viewer, question, gone);
      return;
    }
    const isQuoted = found.quotations.length > 0 || !isAboutText(found);
    const events = isQuoted
      ? this.quoteSessions(asker, campaign, viewer, question, found)
      : this.answerFromText(asker, access, viewer, question, gone);
    for await (const one of events) {
      if (one.event !== 'answer') {
        yield one;
        continue;
      }
      // A model may have written for a long time.
      const current = isQuoted ? found : await findSessions();
      const sources = current?.sessions.flatMap(({ passages }) => passages) ?? [];
      if (sources.length > 0) await this.writer.checkUnchanged(campaign, asker, sources);
      const fields = current && (await this.search.sessionResults(campaign, viewer, current));
      yield { ...one, data: { ...one.data, ...fields } };
    }
  }

  /** Quotations of sessions; none for dates and checklists. */
  private async *quoteSessions(
    asker: Asker,
    campaign: string,
    viewer: Viewer | undefined,
    question: string,
    { quotations, matches }: FoundSessions,
  ): AsyncGenerator<AskEvent, void> {
    if (!viewer || quotations.length === 0) {
      yield* withoutText();
      return;
    }
    const quoted = quotations.map((one) => ({ ...one, relevance: 1, strength: 1 }));
    yield* this.quote({ asker, campaign, question, viewer, read: [], matches, quoted });
  }

  private async *answerFromText(
    asker: Asker,
    access: Access,
    viewer: Viewer | undefined,
    question: string,
    gone: AbortSignal,
  ): AsyncGenerator<AskEvent, void> {
    if (!viewer) {
      yield* withoutText();
      return;
    }
    const asked = await this.research(viewer, asker, question);
    const model = this.writer.modelFor(access.membership);
    // Without evidence, the model is not called.
    if (model === undefined || asked.quoted.length === 0) {
      yield* this.quote(asked);
      return;
    }
    try {
      yield* this.write(asked, model, gone);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const instead_because = { code: error.code, detail: error.message };
      for await (const { event, data } of this.quote(asked))
        if (event === 'answer') yield { event, data: { ...data, instead_because } };
    }
  }

  private async research(
    viewer: Viewer,
    asker: Asker,
    question: string,
  ): Promise<ResearchedQuestion> {
    // The question is complete even without a question mark: its last word gets no completions.
    const asked: ParsedQuery = { ...parseQuery(question), isComplete: true };
    const finding = await this.engine.search(viewer, asked, {}, question);
    const read = finding.results.filter(isPassage).slice(0, MAX_PASSAGES);
    const [matches, similarities] = await Promise.all([
      this.engine.matchWords(finding.terms, read.map(textOf)),
      this.similaritiesWithoutNames(viewer, question, finding.terms, read),
    ]);
    const rated = {
      terms: discountNames(finding.terms.terms, question),
      names: requiredNames(finding.terms, question),
      similarities,
      needsNumber: asksForNumber(question),
    };
    const enough = minStrength(finding.terms.passages);
    const evidence = rankEvidence(rated, read, matches);
    const compared = quotable(evidence, enough);
    const texts = compared.length > 1 ? compared.map(contextualQuotation) : [];
    const ordered = bySimilarity(
      compared,
      await this.semantic.compareTexts(viewer, question, texts),
    );
    const quoted = selectQuotations(ordered, evidence, enough);
    const support = supportOf(quoted, enough);
    return { asker, campaign: viewer.campaign, question, viewer, read, matches, quoted, support };
  }

  /** By passage id; empty without names or embeddings. */
  private async similaritiesWithoutNames(
    viewer: Viewer,
    question: string,
    terms: SearchOutcome['terms'],
    read: readonly RankedPassage[],
  ): Promise<ReadonlyMap<string, number>> {
    const unnamed = withoutNames(question);
    const embedded = read.filter(({ similarity }) => similarity !== undefined);
    if (embedded.length === 0 || unnamed === question) return new Map();
    const ids = embedded.map(({ passage }) => passage.id);
    return this.semantic.compare(viewer, correctSpelling(unnamed, terms) ?? unnamed, ids);
  }

  private async *quote(asked: ResearchedQuestion): AsyncGenerator<AskEvent, void> {
    const { asker, campaign, read, quoted, support } = asked;
    const shown = quoted.length > 0 ? quoted.map(({ found }) => found) : read;
    const { passages, sources } = await this.loadPassages(asked, shown);
    yield { event: 'passages', data: { passages, written_by: EXTRACT } };
    const parts = quoted.map(toPart);
    for (const part of parts) {
      // Passages may change or be revoked while the answer is streamed.
      await this.writer.checkUnchanged(campaign, asker, sources);
      yield { event: 'part', data: part };
    }
    const answer = parts.length > 0 ? parts : null;
    yield {
      event: 'answer',
      data: { answer, passages, written_by: EXTRACT, ...(support && { support }) },
    };
  }

  private async *write(
    asked: ResearchedQuestion,
    model: string,
    gone: AbortSignal,
  ): AsyncGenerator<AskEvent, void> {
    const { asker, campaign, question, quoted, read, support } = asked;
    const texts = read.filter(({ passage }) => passage.kind !== 'heading');
    const { passages, sources } = await this.loadPassages(asked, [
      ...quoted.map(({ found }) => found),
      ...texts,
    ]);
    yield { event: 'passages', data: { passages, written_by: model } };
    const task = {
      campaign,
      asker,
      systemPrompt: ANSWER,
      sources,
      question,
      maxTokens: MAX_TOKENS,
    };
    const parts: AnswerPart[] = [];
    for await (const { part } of this.writer.write(task, gone)) {
      parts.push(part);
      yield { event: 'part', data: part };
    }
    const cited = citedPassages(parts);
    const told: AskAnswer =
      parts.length > 0
        ? {
            answer: parts,
            passages: passages.filter(({ passage }) => passage && cited.has(passage)),
            written_by: model,
            ...(support && { support: cited.size > 1 ? 'several' : oneSource(support) }),
          }
        : { answer: null, passages, written_by: model };
    await this.writer.checkUnchanged(campaign, asker, sources);
    yield { event: 'answer', data: told };
  }

  /** Hits and sources of an answer. @throws {DomainError} if a passage has changed since the search */
  private async loadPassages(
    { viewer, matches }: ResearchedQuestion,
    found: readonly RankedPassage[],
  ) {
    const sources = [...new Map(found.map((one) => [one.passage.id, one])).values()].slice(
      0,
      SEARCH_LIMITS.passagesOfAnswer,
    );
    const [passages, isAsFound] = await Promise.all([
      this.search.hits(viewer, sources, matches),
      isUnchanged(this.uow, viewer, sources),
    ]);
    // A model may have failed in between, after a long time.
    if (!isAsFound) throw sourcesChanged();
    return { passages, sources };
  }
}

/** Equal to the events for a campaign in which all text is hidden. */
function* withoutText(): Generator<AskEvent, void> {
  yield { event: 'passages', data: { passages: [], written_by: EXTRACT } };
  yield { event: 'answer', data: { answer: null, passages: [], written_by: EXTRACT } };
}

const contextualQuotation = (one: Evidence): string =>
  contextualText(one.found, quotationText(one));

/** Whether a question is about the text of a session, and not about dates and checklists. */
const isAboutText = ({ kind, sessions }: FoundSessions): boolean =>
  kind !== 'next' && !sessions.some(({ openItems }) => openItems !== undefined);

/** A model may cite one of several passages. */
const oneSource = (support: Support): Support => (support === 'several' ? 'strong' : support);
