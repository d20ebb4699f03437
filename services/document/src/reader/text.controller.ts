import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  backlinksAnswer,
  findAnswer,
  findQuery,
  imagesAnswer,
  imagesQuery,
  outlineEntry,
  passagesAnswer,
  passagesQuery,
  type BacklinksAnswer,
  type FindAnswer,
  type FindQuery,
  type ImagesAnswer,
  type ImagesQuery,
  type OutlineAnswer,
  type PassagesAnswer,
  type PassagesQuery,
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
import { BacklinksService } from './backlinks.service';
import { TextService } from './text.service';

/** The text of documents' files. */
@ApiTags('text')
@ApiBearerAuth()
@Controller('api/documents/:id')
export class TextController {
  constructor(
    private readonly text: TextService,
    private readonly links: BacklinksService,
  ) {}

  @Get('passages')
  @Answers(passagesAnswer)
  @Revalidated()
  @TakesViewAs()
  passages(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Query({ schema: passagesQuery }) query: PassagesQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<PassagesAnswer> {
    return this.text.passages({ user: user.id, id, viewAs }, query);
  }

  @Get('outline')
  @Answers(outlineEntry, { list: true })
  @Revalidated()
  @TakesViewAs()
  outline(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<OutlineAnswer> {
    return this.text.outline({ user: user.id, id, viewAs });
  }

  @Get('find')
  @Answers(findAnswer)
  @Revalidated()
  @TakesViewAs()
  find(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Query({ schema: findQuery }) { q }: FindQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<FindAnswer> {
    return this.text.find({ user: user.id, id, viewAs }, q);
  }

  @Get('backlinks')
  @Answers(backlinksAnswer)
  @Revalidated()
  @TakesViewAs()
  backlinks(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<BacklinksAnswer> {
    return this.links.backlinks({ user: user.id, id, viewAs });
  }

  @Get('images')
  @Answers(imagesAnswer)
  @TakesViewAs()
  images(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Query({ schema: imagesQuery }) { ids }: ImagesQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<ImagesAnswer> {
    return this.text.images({ user: user.id, id, viewAs }, ids);
  }
}
