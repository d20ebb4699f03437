import { Inject, Injectable } from '@nestjs/common';
import {
  searchModelProcess,
  type SearchModelProcess,
  type SearchModelState,
} from '@tomekeeper/contracts-operations';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { textOf } from '../model/server-events';

/** The gateway would give up later; operators ask again every few seconds. */
const PATIENCE_MS = 3_000;

/** How our own process is that makes vectors of texts: operators have no way to it but this service. */
@Injectable()
export class ModelProcess {
  constructor(
    @Inject(CONFIG)
    private readonly config: Pick<
      Config,
      'SEARCH_MODEL_URL' | 'SEARCH_MODEL_KEY' | 'EMBEDDINGS_URL'
    >,
  ) {}

  async state(): Promise<SearchModelState> {
    const { SEARCH_MODEL_URL: base, SEARCH_MODEL_KEY: key, EMBEDDINGS_URL: outside } = this.config;
    if (base === undefined || outside !== undefined) return { is_used: false, process: null };
    // Whatever keeps it from answering, it makes no vectors either.
    return { is_used: true, process: await ask(base, key).catch(() => null) };
  }
}

async function ask(base: string, key = ''): Promise<SearchModelProcess> {
  const answer = await fetch(`${base.replace(/\/+$/, '')}/state`, {
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: { authorization: `Bearer ${key}` },
  });
  if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
  return searchModelProcess.parse(JSON.parse(await textOf(answer.body)));
}
