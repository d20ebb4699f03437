import { Inject, Injectable } from '@nestjs/common';
import {
  searchModelProcess,
  type SearchModelProcess,
  type SearchModelState,
} from '@tomekeeper/contracts-operations';
import { CONFIG } from '@tomekeeper/service-kit';
import { endpoint } from '../model/endpoint';
import { textOf } from '../model/server-events';
import { readingService, type ReadingService, type ReadingSettings } from './reading-service';

/** The gateway would give up later; operators ask again every few seconds. */
const PATIENCE_MS = 3_000;

/** How our own process is that makes vectors of texts: operators have no way to it but this service. */
@Injectable()
export class ModelProcess {
  constructor(@Inject(CONFIG) private readonly config: ReadingSettings) {}

  async state(): Promise<SearchModelState> {
    const service = readingService(this.config);
    if (!service || service.isOutside) return { is_used: false, process: null };
    // Whatever keeps it from answering, it makes no vectors either.
    return { is_used: true, process: await ask(service).catch(() => null) };
  }
}

async function ask({ url, key = '' }: ReadingService): Promise<SearchModelProcess> {
  const answer = await fetch(endpoint(url, 'state'), {
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: { authorization: `Bearer ${key}` },
  });
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw new Error(`status ${answer.status}`);
  }
  return searchModelProcess.parse(JSON.parse(await textOf(answer.body)));
}
