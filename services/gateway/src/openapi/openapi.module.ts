import { Module } from '@nestjs/common';
import { MergedOpenApi } from './merged-openapi';
import { OpenApiController } from './openapi.controller';

@Module({
  controllers: [OpenApiController],
  providers: [MergedOpenApi],
})
export class OpenApiModule {}
