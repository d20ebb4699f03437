import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  documentPart,
  partsAnswer,
  partsQuery,
  updatePartRequest,
  type DocumentPart,
  type PartsAnswer,
  type PartsQuery,
  type UpdatePartRequest,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  CurrentUser,
  RequestedViewAs,
  Revalidated,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { PartsService } from './sections.service';

/** Parts of texts, as GMs tag and pin them. */
@ApiTags('text')
@ApiBearerAuth()
@Controller('api/documents')
export class PartsController {
  constructor(private readonly parts: PartsService) {}

  @Get('parts')
  @Answers(partsAnswer)
  @Revalidated()
  @TakesViewAs()
  list(
    @CurrentUser() user: User,
    @Query({ schema: partsQuery }) { campaign }: PartsQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<PartsAnswer> {
    return this.parts.list(user.id, campaign, viewAs);
  }

  @Patch(':id/parts/:passage')
  @Answers(documentPart)
  update(
    @Param('id', DocumentIdPipe) id: string,
    @Param('passage', DocumentIdPipe) passage: string,
    @CurrentUser() user: User,
    @Body({ schema: updatePartRequest }) body: UpdatePartRequest,
  ): Promise<DocumentPart> {
    return this.parts.update(user.id, { document: id, passage }, body);
  }
}
