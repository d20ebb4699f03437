import { ApiError } from '@tomekeeper/api-client';
import type { Http } from '@tomekeeper/remote-kit';
import { z } from 'zod';
import {
  answered,
  answerPart,
  createSearchApi,
  passagesRead,
  type Answered,
  type AnswerPart,
} from '../search-api/search-api';
import { readEvents } from './read-events';

/** An answer as far as it has come. */
export interface Coming {
  passages: Answered['passages'];
  written_by: string;
  parts: readonly AnswerPart[];
}

const problem = z.object({ status: z.number(), code: z.string(), detail: z.string() });

interface Question {
  campaign: string;
  question: string;
  /** Whom a GM asks as. */
  viewAs: string | undefined;
  /** Whether a model writes the answer: it comes sentence by sentence then. */
  isWritten: boolean;
  signal: AbortSignal;
  onPart: (coming: Coming) => void;
}

/** Asks, and tells how far an answer that is written has come. @throws {ApiError} */
export async function ask(
  http: Http,
  { campaign, question, viewAs, isWritten, signal, onPart }: Question,
): Promise<Answered> {
  const body = { campaign, question };
  if (!isWritten) return createSearchApi(http, viewAs).ask(body, signal);
  const accept = 'text/event-stream';
  const response = await http('/api/search/ask/', {
    ...{ method: 'POST', body, signal, accept },
    ...(viewAs !== undefined && { viewAs }),
  });
  const type = response.headers.get('content-type') ?? '';
  // What is refused is refused before the stream begins, as everywhere.
  if (!response.ok || !type.startsWith(accept) || !response.body)
    return createSearchApi(() => Promise.resolve(response)).ask(body, signal);
  let coming: Coming = { passages: [], written_by: '', parts: [] };
  for await (const { event, data } of readEvents(response.body)) {
    signal.throwIfAborted();
    const told: unknown = JSON.parse(data);
    switch (event) {
      case 'passages':
        coming = { ...coming, ...passagesRead.parse(told) };
        break;
      case 'part':
        coming = { ...coming, parts: [...coming.parts, answerPart.parse(told)] };
        break;
      case 'answer':
        return answered.parse(told);
      case 'problem':
        throw refusal(problem.parse(told));
      default:
        // An event of a later service.
        continue;
    }
    onPart(coming);
  }
  throw new ApiError(503, {
    status: 503,
    code: 'search.cut_off',
    detail: 'The answer broke off on its way. Ask again.',
  });
}

const refusal = ({ status, code, detail }: z.infer<typeof problem>): ApiError =>
  new ApiError(status, { status, code, detail });
