import { Controller, Get, Header, Headers, HttpCode, Ip, Post, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@tomekeeper/service-kit';
import type { FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { addressOf, withCaller } from '../caller/caller';
import { PoolClients } from '../clients/pool-clients';
import { ProtocolError } from '../protocol/refusals';
import { SignUps } from './sign-ups';
import { Subjects } from '../users/pool-users';

/** One style sheet for both themes; no script, no font, no external resource. */
const STYLE = `:root{color-scheme:light dark}body{max-width:32rem;margin:15vh auto 0;padding:0 1.25rem;\
font:1.0625rem/1.6 Georgia,serif}h1{font-size:1.75rem;line-height:1.2}\
button{min-height:2.75rem;padding:0 1.25rem;font:inherit;cursor:pointer}`;

/** Content security policy: the page's own style, and a form that posts back to this endpoint. */
const CONFIRMATION_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(STYLE)
  .digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * Requires a click before confirming: mail scanners follow links, and must not confirm an account that the owner never
 * requested.
 */
const QUESTION = page(
  'Confirm your address',
  `<p>Someone signed up with the address that this link was sent to. If it was you, confirm it.</p>
<form method="post"><button>Confirm my address</button></form>
<p>If it was not you, close this page. You need not do anything.</p>`,
);

const CONFIRMED = page(
  'Your address is confirmed',
  '<p>You can sign in now. If the page where you signed up is still open, go back to it.</p>\n' +
    '<p><a href="/login">Sign in</a></p>',
);

const NOT_CONFIRMED = page(
  'This link does not work',
  '<p>It may have been used already, be older than 24 hours, or be incomplete. ' +
    'Sign in to get a new one.</p>\n<p><a href="/login">Sign in</a></p>',
);

function page(heading: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`;
}

const one = z.string().catch('');
const linkQuery = z.object({ client_id: one, user_name: one, confirmation_code: one });

/** Target of the link in confirmation mails, for clients that verify addresses by link. */
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
