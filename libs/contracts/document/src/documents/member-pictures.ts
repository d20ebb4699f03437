import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';

/**
 * Query of `POST /api/documents/pictures/`, whose body is an image file. The picture replaces the caller's earlier one for the
 * same campaign.
 */
export const uploadMemberPictureQuery = z.object({
  campaign: id.toLowerCase(),
  purpose: z.literal('character', { error: 'The purpose must be “character”.' }),
});
export type UploadMemberPictureQuery = z.infer<typeof uploadMemberPictureQuery>;

/** Portrait of a member's character. */
export const memberPicture = z.object({
  id,
  /** The member. */
  person: id,
  /** Valid for a minute. */
  url: z.string(),
});
export type MemberPicture = z.infer<typeof memberPicture>;

/** Query of `GET /api/documents/pictures/`. */
export const memberPicturesQuery = z.object({ campaign: id.toLowerCase() });
export type MemberPicturesQuery = z.infer<typeof memberPicturesQuery>;

/** Response of `GET /api/documents/pictures/`: portraits of the current members. */
export const memberPicturesAnswer = z.object({ pictures: z.array(memberPicture) });
export type MemberPicturesAnswer = z.infer<typeof memberPicturesAnswer>;
