import { toProblem } from '@tomekeeper/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AskStream, wantsEvents } from './ask-stream';

/** What is told, by the names of its events; the last one is the whole. */
interface Telling<Event extends { event: string; data: unknown }> {
  events: Readonly<Record<string, z.ZodType>>;
  whole: Event['event'];
  /** @param gone aborted when nobody waits any longer */
  tell: (gone: AbortSignal) => AsyncGenerator<Event, void>;
}

/** Sends what comes about, event by event where the client asks for that, else the whole at the end. */
export async function told<Event extends { event: string; data: unknown }>(
  request: FastifyRequest,
  reply: FastifyReply,
  { events, whole, tell }: Telling<Event>,
): Promise<void> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const telling = tell(gone.signal);
  // What is refused is refused with a status of its own, before anything is sent.
  const first = await telling.next();
  if (!wantsEvents(request.headers.accept)) {
    for (let next = first; !next.done; next = await telling.next())
      if (next.value.event === whole)
        await reply.status(200).send(events[whole]?.parse(next.value.data));
    return;
  }
  const stream = new AskStream(reply, events);
  stream.begin();
  try {
    for (let next = first; !next.done && !stream.isOver; next = await telling.next())
      stream.send(next.value);
  } catch (error) {
    const { body: problem, unexpected } = toProblem(error, request.id);
    if (unexpected) request.log.error({ err: error }, 'an answer broke off');
    stream.send({ event: 'problem', data: problem });
  } finally {
    // Whoever has gone gets no further sentence, and nothing is asked of a model for them.
    await telling.return(undefined);
    stream.end();
  }
}
