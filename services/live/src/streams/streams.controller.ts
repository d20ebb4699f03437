import { Controller, Get, Headers, Inject, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { liveQuery, type LiveQuery } from '@tomekeeper/contracts-live';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import {
  CONFIG,
  CurrentUser,
  DomainError,
  IsStream,
  Readiness,
  type User,
} from '@tomekeeper/service-kit';
import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Config } from '../config';
import { CatchUps } from './catch-up';
import { OpenStreams } from './open-streams';
import { StoredHintsFeed } from './stored-hints-feed';
import { Stream } from './stream';

const lastEventId = z.coerce.number().int().positive().optional().catch(undefined);

/** Invalidation event streams, one per browser. */
@ApiTags('live')
@ApiBearerAuth()
@Controller('api/live')
export class StreamsController {
  constructor(
    private readonly streams: OpenStreams,
    private readonly feed: StoredHintsFeed,
    private readonly catchUps: CatchUps,
    private readonly readiness: Readiness,
    @Inject(CONFIG) private readonly config: Pick<Config, 'MAX_STREAMS'>,
  ) {}

  /**
   * Streams the caller's invalidation events until their token expires, starting after `Last-Event-ID`. If missed events are
   * unknown, the first event is `everything`.
   */
  @Get()
  @IsStream()
  @ApiHeader({ name: 'Last-Event-ID', required: false })
  @ApiProduces('text/event-stream')
  @ApiResponse({ status: 200 })
  async open(
    @CurrentUser() user: User,
    @Headers('last-event-id') last: string | undefined,
    @Query({ schema: liveQuery }) { within }: LiveQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (this.isFull()) throw noRoom();
    await this.feed.follow();
    const { raw } = reply;
    if (raw.destroyed) return; // The client disconnected meanwhile.
    if (this.isFull()) throw noRoom(); // others connected meanwhile, or it began to drain
    const stream = new Stream(
      { person: user.id, session: user.claims.origin_jti, expiresAt: user.claims.exp * 1000 },
      raw,
    );
    // Register first, so that no event stored from now on is missed.
    this.streams.add(stream);
    raw.once('close', () => this.streams.remove(stream));
    try {
      const { n, missed } = await this.catchUps.of(user.id, {
        last: lastEventId.parse(last),
        within,
      });
      if (stream.isOver) throw noRoom();
      reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        // Keeps reverse proxies from buffering.
        'x-accel-buffering': 'no',
      });
      stream.begin(n, missed);
    } catch (error) {
      this.streams.remove(stream);
      throw error;
    }
  }

  private isFull(): boolean {
    return this.readiness.isDraining || this.streams.size >= this.config.MAX_STREAMS;
  }
}

const noRoom = () =>
  new DomainError(
    'unavailable',
    GENERAL_CODES.unavailable,
    'No more streams can be opened here right now. Please try again in a moment.',
    { retryAfter: 2 },
  );
