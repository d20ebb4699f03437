import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { z } from 'zod';

/** Events by their names, with what each says. */
type Events = Readonly<Record<string, z.ZodType>>;
interface SentEvent {
  event: string;
  data: unknown;
}

/** An answer that is sent as it comes about, one event after another. */
export class AskStream {
  constructor(
    private readonly reply: FastifyReply,
    private readonly events: Events,
  ) {}

  /** Whether nobody reads any longer. */
  get isOver(): boolean {
    return this.reply.raw.destroyed || this.reply.raw.writableEnded;
  }

  begin(): void {
    this.reply.hijack();
    this.reply.raw.writeHead(200, {
      ...(this.reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      // Nothing in between may wait for more.
      'x-accel-buffering': 'no',
    });
  }

  send({ event, data }: SentEvent): void {
    const schema = this.events[event];
    if (this.isOver || !schema) return;
    this.reply.raw.write(`event: ${event}\ndata: ${JSON.stringify(schema.parse(data))}\n\n`);
  }

  end(): void {
    if (!this.isOver) this.reply.raw.end();
  }
}

/** Whether a client asks for events. */
export const wantsEvents = (accept: string | undefined): boolean =>
  /\btext\/event-stream\b/i.test(accept ?? '');
