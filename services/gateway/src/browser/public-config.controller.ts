import { Controller, Get, Req } from '@nestjs/common';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import { Public } from '@tomekeeper/service-kit';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { PublicConfigs } from './public-configs';

@Public()
@ApiExcludeController()
@Controller('config.json')
export class PublicConfigController {
  constructor(private readonly configs: PublicConfigs) {}

  @Get()
  get(@Req() request: FastifyRequest): PublicConfig {
    return this.configs.for(request);
  }
}
