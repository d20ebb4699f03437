import { Controller, Get } from '@nestjs/common';
import { searchModelState, type SearchModelState } from '@tomekeeper/contracts-operations';
import { Answers, Operators } from '@tomekeeper/service-kit';
import { ModelProcess } from '../meaning/model-process';

/** `/api/operations/search-model/`: what the page Operations shows of a process that only this service may ask. */
@Operators()
@Controller('api/operations/search-model')
export class SearchModelController {
  constructor(private readonly model: ModelProcess) {}

  @Get()
  @Answers(searchModelState)
  state(): Promise<SearchModelState> {
    return this.model.state();
  }
}
