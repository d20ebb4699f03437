import { toProblem } from '@tomekeeper/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { z } from 'zod';

interface StreamedAnswer<Event extends { event: string; data: unknown }> {
  /** Schemas by event name. */
  schemas: Readonly<Record<string, z.ZodType>>;
  /** The event whose data is the complete answer. */
  complete: Event['event'];
  /** @param gone aborted when the client disconnects */
  events: (gone: AbortSignal) => AsyncGenerator<Event, void>;
}

/** Sends server-sent events if the client accepts them, otherwise the complete answer as JSON. */
export async function sendAnswer<Event extends { event: string; data: unknown }>(
  request: FastifyRequest,
  reply: FastifyReply,
  { schemas, complete, events }: StreamedAnswer<Event>,
): Promise<void> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const source = events(gone.signal);
  // An error before the first event still has its own status code.
  const first = await source.next();
  if (!/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) {
    for (let next = first; !next.done; next = await source.next())
      if (next.value.event === complete)
        await reply.status(200).send(schemas[complete]?.parse(next.value.data));
    return;
  }
  const { raw } = reply;
  const isOver = () => raw.destroyed || raw.writableEnded;
  const send = (event: string, data: unknown) => {
    const schema = schemas[event];
    if (!isOver() && schema)
      raw.write(`event: ${event}\ndata: ${JSON.stringify(schema.parse(data))}\n\n`);
  };
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    // Disables buffering by proxies.
    'x-accel-buffering': 'no',
  });
  try {
    for (let next = first; !next.done && !isOver(); next = await source.next())
      send(next.value.event, next.value.data);
  } catch (error) {
    const { body: problem, unexpected } = toProblem(error, request.id);
    if (unexpected) request.log.error({ err: error }, 'streaming of an answer failed');
    send('problem', problem);
  } finally {
    // Stops the model when the client has disconnected.
    await source.return(undefined);
    if (!isOver()) raw.end();
  }
}
