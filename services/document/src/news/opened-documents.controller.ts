import { Controller, Get, Query } from '@nestjs/common';
import {
  openedDocumentsAnswer,
  openedDocumentsQuery,
  type OpenedDocumentsAnswer,
  type OpenedDocumentsQuery,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { documentsReadBy } from './read-marks';

/** Read marks for the data export of a person. */
@Internal('identity')
@Controller('internal/opened-documents')
export class OpenedDocumentsController {
  constructor(private readonly uow: UnitOfWork) {}

  @Get()
  @Answers(openedDocumentsAnswer)
  async list(
    @Query({ schema: openedDocumentsQuery }) { person }: OpenedDocumentsQuery,
  ): Promise<OpenedDocumentsAnswer> {
    const opened = await documentsReadBy(this.uow, person);
    return { opened: opened.map((one) => ({ ...one, at: one.at.toISOString() })) };
  }
}
