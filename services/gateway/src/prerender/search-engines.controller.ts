import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@tomekeeper/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { sendConditionally } from '../conditional-answer';
import { LivePages } from './live-pages';
import { escaped } from './page-document';

@Public()
@ApiExcludeController()
@Controller()
export class SearchEnginesController {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly livePages: LivePages,
  ) {}

  @Get('robots.txt')
  robots(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const text = [
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /idp',
      `Sitemap: ${this.config.PUBLIC_URL}/sitemap.xml`,
      '',
    ].join('\n');
    sendConditionally(request, reply.type('text/plain; charset=utf-8'), text);
  }

  @Get('sitemap.xml')
  async sitemap(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { pages } = await this.livePages.current();
    const urls = pages
      .filter(({ page }) => page.indexed)
      .map(({ page }) => `<url><loc>${escaped(this.config.PUBLIC_URL + page.path)}</loc></url>`);
    const xml =
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      `${urls.join('\n')}\n</urlset>\n`;
    sendConditionally(request, reply.type('application/xml; charset=utf-8'), xml);
  }
}
