import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  addImageAnswer,
  addImageRequest,
  type AddImageAnswer,
  type AddImageRequest,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, DisconnectSignal, type User } from '@tomekeeper/service-kit';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { NoteImagesService } from './note-images.service';

/** Pictures that GMs put into notes. Everybody gets them as those of any other text. */
@ApiTags('notes')
@ApiBearerAuth()
@Controller('api/documents/:id/images')
export class NoteImagesController {
  constructor(private readonly images: NoteImagesService) {}

  @Post()
  @Answers(addImageAnswer, { status: 201 })
  add(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: addImageRequest }) body: AddImageRequest,
    @DisconnectSignal() signal: AbortSignal,
  ): Promise<AddImageAnswer> {
    return this.images.add({ person: user.id, signal }, id, body);
  }
}
