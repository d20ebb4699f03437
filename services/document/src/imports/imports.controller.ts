import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  createImportRequest,
  importAnswer,
  importQuery,
  importsAnswer,
  importsQuery,
  importSummary,
  reviseImportRequest,
  undoImportAnswer,
  undoImportRequest,
  type CreateImportRequest,
  type ImportAnswer,
  type ImportQuery,
  type ImportsAnswer,
  type ImportsQuery,
  type ImportSummary,
  type ReviseImportRequest,
  type UndoImportAnswer,
  type UndoImportRequest,
} from '@tomekeeper/contracts-document';
import { Answers, AnswersNothing, CurrentUser, type User } from '@tomekeeper/service-kit';
import { ImportIdPipe } from './import-id.pipe';
import { ImportsService } from './imports.service';
import { UndoImportService } from './undo-import.service';

/** Imports are reviewed before anything is saved. */
@ApiTags('imports')
@ApiBearerAuth()
@Controller('api/imports')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly undoing: UndoImportService,
  ) {}

  @Post()
  @Answers(importSummary, { status: 201 })
  create(
    @CurrentUser() user: User,
    @Body({ schema: createImportRequest }) body: CreateImportRequest,
  ): Promise<ImportSummary> {
    return this.imports.create(user.id, body);
  }

  @Get()
  @Answers(importsAnswer)
  async list(
    @CurrentUser() user: User,
    @Query({ schema: importsQuery }) { campaign }: ImportsQuery,
  ): Promise<ImportsAnswer> {
    return { imports: await this.imports.list(user.id, campaign) };
  }

  @Get(':import')
  @Answers(importAnswer)
  read(
    @Param('import', ImportIdPipe) id: string,
    @CurrentUser() user: User,
    @Query({ schema: importQuery }) { after }: ImportQuery,
  ): Promise<ImportAnswer> {
    return this.imports.read(user.id, id, after);
  }

  @Patch(':import')
  @Answers(importSummary)
  revise(
    @Param('import', ImportIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: reviseImportRequest }) body: ReviseImportRequest,
  ): Promise<ImportSummary> {
    return this.imports.revise(user.id, id, body);
  }

  @Post(':import/commit')
  @HttpCode(200)
  @Answers(importSummary)
  commit(
    @Param('import', ImportIdPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<ImportSummary> {
    return this.imports.commit(user.id, id);
  }

  @Post(':import/undo')
  @HttpCode(200)
  @Answers(undoImportAnswer)
  undo(
    @Param('import', ImportIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: undoImportRequest }) body: UndoImportRequest,
  ): Promise<UndoImportAnswer> {
    return this.undoing.undo(user.id, id, body);
  }

  @Delete(':import')
  @AnswersNothing()
  cancel(@Param('import', ImportIdPipe) id: string, @CurrentUser() user: User): Promise<void> {
    return this.imports.cancel(user.id, id);
  }
}
