import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import { Public } from '@tomekeeper/service-kit';
import { MergedOpenApi } from './merged-openapi';

@Public()
@ApiExcludeController()
@Controller('api/openapi.json')
export class OpenApiController {
  constructor(private readonly merged: MergedOpenApi) {}

  @Get()
  @Header('content-type', 'application/json; charset=utf-8')
  get(): Promise<OpenAPIObject> {
    return this.merged.document();
  }
}
