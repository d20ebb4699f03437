import { Controller, Get, Header, Headers, HttpCode, Ip, Post, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@tomekeeper/service-kit';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { addressOf, withCaller } from '../caller/caller';
import { PoolClients } from '../clients/pool-clients';
import { ProtocolError } from '../protocol/refusals';
import { Subjects } from '../users/subjects';
import { CONFIRMATION_POLICY, CONFIRMED, NOT_CONFIRMED, QUESTION } from './confirmation-page';
import { SignUps } from './sign-ups';

const one = z.string().catch('');
const linkQuery = z.object({ client_id: one, user_name: one, confirmation_code: one });

/** Where the link in a mail leads, for applications that confirm addresses by link. */
@Public()
@ApiExcludeController()
@Controller('idp/confirmUser')
export class ConfirmByLinkController {
  constructor(
    private readonly clients: PoolClients,
    private readonly subjects: Subjects,
    private readonly signUps: SignUps,
  ) {}

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', CONFIRMATION_POLICY)
  @Header('cache-control', 'no-store')
  ask(): string {
    return QUESTION;
  }

  @Post()
  @HttpCode(200)
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', CONFIRMATION_POLICY)
  @Header('cache-control', 'no-store')
  async confirm(
    @Query({ schema: linkQuery }) query: z.infer<typeof linkQuery>,
    @Headers('user-agent') userAgent: string | undefined,
    @Headers('x-forwarded-for') forwardedFor: string | undefined,
    @Ip() peer: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    try {
      await withCaller({ userAgent, address: addressOf(peer, forwardedFor) }, () =>
        this.follow(query),
      );
      return CONFIRMED;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      void reply.status(400);
      return NOT_CONFIRMED;
    }
  }

  private async follow(query: z.infer<typeof linkQuery>): Promise<void> {
    await this.clients.get(query.client_id);
    const subject = await this.subjects.find(query.user_name);
    await this.signUps.confirm(subject, query.confirmation_code, []);
  }
}
