import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@tomekeeper/service-kit';
import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendConditionally } from '../conditional-answer';
import { RemoteRegistry } from './remote-registry';
import { visitorOf } from './canary';

@Public()
@ApiExcludeController()
@Controller('registry')
export class RegistryController {
  constructor(private readonly registry: RemoteRegistry) {}

  @Get('remotes.json')
  async remotes(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    /** Comma-separated ids: `campaigns,documents`. */
    @Query('dev') dev?: unknown,
  ): Promise<void> {
    const drafts = typeof dev === 'string' ? dev.split(',') : [];
    const remotes = await this.registry.entries(visitorOf(request), drafts);
    const body = JSON.stringify({ remotes: remotes.map(withoutPreloads) });
    sendConditionally(request, reply.type('application/json; charset=utf-8'), body);
  }
}

/** Only the gateway uses lists of files and calls. */
const withoutPreloads = ({ manifest, ...entry }: RegistryEntry): RegistryEntry => {
  const { preloads: _preloads, ...rest } = manifest;
  const routes = manifest.routes.map(({ path, access }) => ({ path, access }));
  return { ...entry, manifest: { ...rest, routes } };
};
