import { Module } from '@nestjs/common';
import { MergedOpenApi } from './merged-openapi';
import { OpenApiController } from './openapi.controller';

/** The description of the whole API, for programs and people. */
@Module({
  controllers: [OpenApiController],
  providers: [MergedOpenApi],
})
export class OpenApiModule {}
