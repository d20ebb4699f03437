import { Controller, Delete, Get, HttpStatus, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  memberPicturesAnswer,
  memberPicturesQuery,
  uploadedMemberPicture,
  uploadMemberPictureQuery,
  type MemberPicturesAnswer,
  type MemberPicturesQuery,
  type UploadedMemberPicture,
  type UploadMemberPictureQuery,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  AnswersNothing,
  CurrentUser,
  DisconnectSignal,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { MemberPicturesService } from './member-pictures.service';
import { PictureIdPipe } from './picture-id.pipe';
import { PlayerNotePicturesService } from './player-note-pictures.service';
import { uploadedImage, type ImageRequest } from './uploaded-image';

/** Portraits of the characters of a campaign's members, and pictures of players' notes. */
@ApiTags('pictures')
@ApiBearerAuth()
@Controller('api/documents/pictures')
export class MemberPicturesController {
  constructor(
    private readonly pictures: MemberPicturesService,
    private readonly notePictures: PlayerNotePicturesService,
  ) {}

  @Get()
  @Answers(memberPicturesAnswer)
  @TakesViewAs()
  list(
    @CurrentUser() user: User,
    @Query({ schema: memberPicturesQuery }) { campaign }: MemberPicturesQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<MemberPicturesAnswer> {
    return this.pictures.list(user.id, campaign, viewAs);
  }

  @Post()
  @ApiConsumes('image/*')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Answers(uploadedMemberPicture, { status: HttpStatus.CREATED })
  upload(
    @CurrentUser() user: User,
    @Query({ schema: uploadMemberPictureQuery })
    { campaign, purpose, note, idempotency_key: key }: UploadMemberPictureQuery,
    @Req() request: ImageRequest,
    @DisconnectSignal() signal: AbortSignal,
  ): Promise<UploadedMemberPicture> {
    const caller = { person: user.id, signal };
    const image = uploadedImage(request);
    return purpose === 'note' && note !== undefined
      ? this.notePictures.upload(caller, { campaign, note, key }, image)
      : this.pictures.upload(caller, campaign, image);
  }

  @Delete(':id')
  @AnswersNothing()
  remove(@Param('id', PictureIdPipe) id: string, @CurrentUser() user: User): Promise<void> {
    return this.pictures.remove(user.id, id);
  }
}
