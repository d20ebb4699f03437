import { Injectable } from '@nestjs/common';
import { SEARCH_CODES, type AnswerPart } from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { Allowance, tokensOf } from '../model/allowance';
import { LanguageModel } from '../model/language-model';
import type { Membership } from '../access/campaign-client';
import { AccessService } from '../access/access.service';
import { checkedSentence } from './checked-sentence';
import { NO_ANSWER } from './prompts';
import { instructionsFor, isUnchanged, type Source } from './sources';
import { WrittenSentences } from './written-sentences';

/** Who asks, and with whose eyes. What a model costs is counted for who asks. */
export interface Asker {
  user: string;
  viewAs?: ViewAs | undefined;
}

export interface WritingOrder {
  campaign: string;
  asker: Asker;
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
    private readonly access: AccessService,
    private readonly model: LanguageModel,
    private readonly allowance: Allowance,
  ) {}

  /** What the model is called, where there is one and the campaign's GMs let it read. */
  writesFor({ allowsOutsideModels }: Membership): string | undefined {
    return allowsOutsideModels ? this.model.about?.model : undefined;
  }

  /**
   * Sentences as they come; none where the sources say nothing.
   * @throws {ModelFailure}
   * @throws {DomainError} where something of the sources was taken from who asks
   */
  async *write(order: WritingOrder, gone: AbortSignal): AsyncGenerator<WrittenSentence, void> {
    const { campaign, asker, rules, sources, question, most } = order;
    const instructions = instructionsFor(rules, sources, question);
    const given = tokensOf(instructions.system) + tokensOf(instructions.user);
    const taken = await this.allowance.take(campaign, asker.user, given + most);
    let all = '';
    let count = 0;
    let isBegun = false;
    const heard = this.model.write(instructions, { most, signal: gone });
    try {
      for await (const written of sentencesOf(heard, (text) => (all += text))) {
        if (!isBegun && saysNothing(written)) return;
        isBegun = true;
        const part = checkedSentence(written, sources, question ?? '');
        if (!part) continue;
        // Nobody is told by a model what they may not see any longer.
        await this.mustBeUnchanged(campaign, asker, sources);
        yield { part, written };
        count += 1;
        if (count === MOST_SENTENCES) return;
      }
    } finally {
      await this.allowance.settle(taken, given + tokensOf(all));
    }
  }

  /** @throws {DomainError} */
  async mustBeUnchanged(
    campaign: string,
    { user, viewAs }: Asker,
    read: readonly Source[],
  ): Promise<void> {
    const viewer = await this.access.viewer(campaign, user, viewAs);
    if (!viewer || !(await isUnchanged(this.uow, viewer, read))) throw changedMeanwhile();
  }
}

/** Sentences of what comes in pieces. */
async function* sentencesOf(
  heard: AsyncIterable<string>,
  count: (text: string) => void,
): AsyncGenerator<string, void> {
  const sentences = new WrittenSentences();
  for await (const text of heard) {
    count(text);
    yield* sentences.add(text);
  }
  yield* sentences.end();
}

const NOTHING = new RegExp(`^[^\\p{L}\\p{N}]*${NO_ANSWER}`, 'u');
const saysNothing = (written: string): boolean => NOTHING.test(written);

/** The same whatever it is that has changed. */
export const changedMeanwhile = () =>
  new DomainError(
    'conflict',
    SEARCH_CODES.changedMeanwhile,
    'What you may read has changed while this was being answered. Please ask again.',
  );
