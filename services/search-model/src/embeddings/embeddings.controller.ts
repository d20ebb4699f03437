import { Body, Controller, Get, HttpCode, Inject, Post, Res, UseGuards } from '@nestjs/common';
import { CONFIG, thisReplica } from '@tomekeeper/service-kit';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config';
import { DIMS } from '../model/bert-graph';
import { MAX_TOKENS } from '../model/text-tokens';
import { KeyGuard } from './key.guard';
import {
  embeddingsRequest,
  MODEL_ID,
  type EmbeddingsAnswer,
  type EmbeddingsRequest,
  type ModelsAnswer,
  type ModelState,
} from './requests';
import { ServedModel } from './served-model';

/** Precision of the model in decimal digits; more would only enlarge responses. */
const DIGITS = 1e7;

/** OpenAI's embeddings and how they come along, for the search service. */
@UseGuards(KeyGuard)
@Controller('v1')
export class EmbeddingsController {
  private readonly replica = thisReplica();

  private readonly build: EmbeddingsAnswer['model'];

  constructor(
    private readonly model: ServedModel,
    @Inject(CONFIG) { MODEL_PRECISION }: Pick<Config, 'MODEL_PRECISION'>,
  ) {
    this.build = `${MODEL_ID}/${MODEL_PRECISION}`;
  }

  @Get('state')
  state(): ModelState {
    const { version, startedAt, instance } = this.replica;
    const { waitingTexts, trouble } = this.model;
    const about = { version, started_at: startedAt.toISOString(), instance };
    return { ...about, waiting_texts: waitingTexts, trouble: trouble ?? null };
  }

  @Get('models')
  models(): ModelsAnswer {
    const about = { id: MODEL_ID, owned_by: 'tomekeeper', dims: DIMS, max_tokens: MAX_TOKENS };
    return { object: 'list', data: [{ ...about, object: 'model' }] };
  }

  @Post('embeddings')
  @HttpCode(200)
  async embeddings(
    @Body({ schema: embeddingsRequest }) { input }: EmbeddingsRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EmbeddingsAnswer> {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const encoded = await this.model.encode(input, gone.signal);
    const tokens = encoded.reduce((sum, { tokens }) => sum + tokens, 0);
    return {
      object: 'list',
      model: this.build,
      data: encoded.map(({ vector }, index) => ({
        object: 'embedding',
        index,
        embedding: Array.from(vector, (number) => Math.round(number * DIGITS) / DIGITS),
      })),
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    };
  }
}
