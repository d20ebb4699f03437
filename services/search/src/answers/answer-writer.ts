import { Injectable } from '@nestjs/common';
import { SEARCH_CODES, type AnswerPart } from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { UsageLimits, estimateTokens } from '../llm/usage-limits';
import { LanguageModel } from '../llm/language-model';
import type { Membership } from '../access/campaign-client';
import { AccessService } from '../access/access.service';
import { checkCitations } from './citation-check';
import { NO_ANSWER } from './prompts';
import { buildPrompt, isUnchanged, type Source } from './sources';
import { SentenceSplitter } from './sentence-splitter';

/** The user who asks, and for GMs an optional view-as. Model usage counts for the user. */
export interface Asker {
  user: string;
  viewAs?: ViewAs | undefined;
}

export interface WritingTask {
  campaign: string;
  asker: Asker;
  systemPrompt: string;
  sources: readonly Source[];
  question?: string;
  maxTokens: number;
}

/** Limit for answers and drafts. The prompt asks for ten at most; each sentence costs an access check. */
export const MAX_SENTENCES = 40;

/** A checked sentence, and its unchecked text. */
export interface WrittenSentence {
  part: AnswerPart;
  written: string;
}

/** Lets a model write from sources, and checks each sentence. */
@Injectable()
export class AnswerWriter {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: AccessService,
    private readonly model: LanguageModel,
    private readonly limits: UsageLimits,
  ) {}

  /** The model that writes for a campaign; undefined without one, or without the permission of the GMs. */
  modelFor({ allowsExternalModels }: Membership): string | undefined {
    return allowsExternalModels ? this.model.about?.model : undefined;
  }

  /**
   * Streams checked sentences; none if the sources contain no answer.
   * @throws {ModelError}
   * @throws {DomainError} if the user lost access to a source
   */
  async *write(order: WritingTask, gone: AbortSignal): AsyncGenerator<WrittenSentence, void> {
    const { campaign, asker, systemPrompt, sources, question, maxTokens } = order;
    const instructions = buildPrompt(systemPrompt, sources, question);
    const given = estimateTokens(instructions.system) + estimateTokens(instructions.user);
    const taken = await this.limits.reserve(campaign, asker.user, given + maxTokens);
    let all = '';
    let count = 0;
    let isBegun = false;
    const heard = this.model.write(instructions, { maxTokens, signal: gone });
    try {
      for await (const written of sentencesOf(heard, (text) => (all += text))) {
        if (!isBegun && isNoAnswer(written)) return;
        isBegun = true;
        const part = checkCitations(written, sources, question ?? '');
        if (!part) continue;
        // Sources may be revoked while the model writes.
        await this.checkUnchanged(campaign, asker, sources);
        yield { part, written };
        count += 1;
        if (count === MAX_SENTENCES) return;
      }
    } finally {
      await this.limits.settle(taken, given + estimateTokens(all));
    }
  }

  /** @throws {DomainError} */
  async checkUnchanged(
    campaign: string,
    { user, viewAs }: Asker,
    read: readonly Source[],
  ): Promise<void> {
    const viewer = await this.access.resolveViewer(campaign, user, viewAs);
    if (!viewer || !(await isUnchanged(this.uow, viewer, read))) throw sourcesChanged();
  }
}

async function* sentencesOf(
  heard: AsyncIterable<string>,
  count: (text: string) => void,
): AsyncGenerator<string, void> {
  const sentences = new SentenceSplitter();
  for await (const text of heard) {
    count(text);
    yield* sentences.add(text);
  }
  yield* sentences.end();
}

const NOTHING = new RegExp(`^[^\\p{L}\\p{N}]*${NO_ANSWER}`, 'u');
const isNoAnswer = (written: string): boolean => NOTHING.test(written);

/** The message never depends on the change. */
export const sourcesChanged = () =>
  new DomainError(
    'conflict',
    SEARCH_CODES.changedMeanwhile,
    'Your access changed while this was being answered. Please ask again.',
  );
