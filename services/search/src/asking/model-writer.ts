import { Injectable } from '@nestjs/common';
import { SEARCH_CODES, type AnswerPart } from '@tomekeeper/contracts-search';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { Allowance, tokensOf } from '../model/allowance';
import { LanguageModel } from '../model/language-model';
import type { Membership } from '../viewers/campaign-roles';
import { Viewers } from '../viewers/viewers';
import { checkedSentence } from './checked-sentence';
import { NO_ANSWER } from './prompts';
import { instructionsFor, isUnchanged, type Source } from './sources';
import { WrittenSentences } from './written-sentences';

export interface WritingOrder {
  campaign: string;
  user: string;
  /** How to write: a file of `prompts`. */
  rules: string;
  sources: readonly Source[];
  question?: string;
  /** Tokens that it may write. */
  most: number;
}

/** Sentences of an answer or of drafts, which are told to be ten at most: each is checked with a look at what its reader may see. */
export const MOST_SENTENCES = 40;

/** A sentence that was checked, and how it began before. */
export interface WrittenSentence {
  part: AnswerPart;
  written: string;
}

/** Has a model write from sources, and lets nothing through that was not checked. */
@Injectable()
export class ModelWriter {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly viewers: Viewers,
    private readonly model: LanguageModel,
    private readonly allowance: Allowance,
  ) {}

  /** What the model is called, where there is one and the campaign's GMs let it read. */
  writesFor({ answersByModel }: Membership): string | undefined {
    return answersByModel ? this.model.about?.model : undefined;
  }

  /**
   * Sentences as they come; none where the sources say nothing.
   * @throws {ModelFailure}
   * @throws {DomainError} where something of the sources was taken from who asks
   */
  async *write(order: WritingOrder, gone: AbortSignal): AsyncGenerator<WrittenSentence, void> {
    const { campaign, user, rules, sources, question, most } = order;
    const instructions = instructionsFor(rules, sources, question);
    const given = tokensOf(instructions.system.length + instructions.user.length);
    const taken = await this.allowance.take(campaign, user, given + most);
    const sentences = new WrittenSentences();
    let letters = 0;
    let count = 0;
    let isBegun = false;
    const told = async (written: string): Promise<WrittenSentence | undefined> => {
      const part = checkedSentence(written, sources, question ?? '');
      // Nobody is told by a model what they may not see any longer.
      if (part) await this.mustBeUnchanged(campaign, user, sources);
      return part && { part, written };
    };
    try {
      for await (const text of this.model.write(instructions, { most, signal: gone })) {
        letters += text.length;
        for (const written of sentences.add(text)) {
          if (!isBegun && saysNothing(written)) return;
          isBegun = true;
          const sentence = await told(written);
          if (!sentence) continue;
          yield sentence;
          count += 1;
          if (count === MOST_SENTENCES) return;
        }
      }
      for (const written of sentences.end()) {
        if (!isBegun && saysNothing(written)) return;
        isBegun = true;
        const sentence = await told(written);
        if (sentence) yield sentence;
      }
    } finally {
      await this.allowance.settle(taken, given + tokensOf(letters));
    }
  }

  /** @throws {DomainError} */
  async mustBeUnchanged(campaign: string, user: string, read: readonly Source[]): Promise<void> {
    const viewer = await this.viewers.in(campaign, user, undefined);
    if (!viewer || !(await isUnchanged(this.uow, viewer, read))) throw changedMeanwhile();
  }
}

const saysNothing = (written: string): boolean =>
  /^[^\p{L}\p{N}]*NO[_ ]ANSWER/iu.test(written) && written.length < NO_ANSWER.length + 10;

/** The same whatever it is that has changed. */
export const changedMeanwhile = () =>
  new DomainError(
    'conflict',
    SEARCH_CODES.changedMeanwhile,
    'What you may read has changed while this was being answered. Please ask again.',
  );
