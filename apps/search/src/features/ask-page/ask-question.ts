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
import { readEvents } from './event-stream';

/** The streamed part of an answer. */
export interface PartialAnswer {
  passages: Answered['passages'];
  written_by: string;
  parts: readonly AnswerPart[];
}

const problem = z.object({ status: z.number(), code: z.string(), detail: z.string() });

interface Question {
  campaign: string;
  question: string;
  viewAs: string | undefined;
  /** Whether a model writes the answer, which is streamed then. */
  isWritten: boolean;
  signal: AbortSignal;
  onPart: (partial: PartialAnswer) => void;
}

/** Requests an answer, and reports each part of a streamed one. @throws {ApiError} */
export async function askQuestion(
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
  // Errors before the first event have a status code, as in other requests.
  if (!response.ok || !type.startsWith(accept) || !response.body)
    return createSearchApi(() => Promise.resolve(response)).ask(body, signal);
  let partial: PartialAnswer = { passages: [], written_by: '', parts: [] };
  for await (const { event, data } of readEvents(response.body)) {
    signal.throwIfAborted();
    const parsed: unknown = JSON.parse(data);
    switch (event) {
      case 'passages':
        partial = { ...partial, ...passagesRead.parse(parsed) };
        break;
      case 'part':
        partial = { ...partial, parts: [...partial.parts, answerPart.parse(parsed)] };
        break;
      case 'answer':
        return answered.parse(parsed);
      case 'problem':
        throw errorOf(problem.parse(parsed));
      default:
        // Unknown events of a later service are ignored.
        continue;
    }
    onPart(partial);
  }
  throw new ApiError(503, {
    status: 503,
    code: 'search.cut_off',
    detail: 'The answer was interrupted. Ask again.',
  });
}

const errorOf = ({ status, code, detail }: z.infer<typeof problem>): ApiError =>
  new ApiError(status, { status, code, detail });
