import { Controller, Delete, Get, HttpStatus, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  memberPicture,
  memberPicturesAnswer,
  memberPicturesQuery,
  uploadMemberPictureQuery,
  type MemberPicture,
  type MemberPicturesAnswer,
  type MemberPicturesQuery,
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
import { uploadedImage, type ImageRequest } from './uploaded-image';

/** Portraits of the characters of a campaign's members. */
@ApiTags('pictures')
@ApiBearerAuth()
@Controller('api/documents/pictures')
export class MemberPicturesController {
  constructor(private readonly pictures: MemberPicturesService) {}

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
  @Answers(memberPicture, { status: HttpStatus.CREATED })
  upload(
    @CurrentUser() user: User,
    @Query({ schema: uploadMemberPictureQuery }) { campaign }: UploadMemberPictureQuery,
    @Req() request: ImageRequest,
    @DisconnectSignal() signal: AbortSignal,
  ): Promise<MemberPicture> {
    return this.pictures.upload({ person: user.id, signal }, campaign, uploadedImage(request));
  }

  @Delete(':id')
  @AnswersNothing()
  remove(@Param('id', PictureIdPipe) id: string, @CurrentUser() user: User): Promise<void> {
    return this.pictures.remove(user.id, id);
  }
}
