import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';

/**
 * Query of `POST /api/documents/pictures/`, whose body is an image file. With the purpose `character` it is the portrait of the
 * caller's character and replaces the earlier one for the same campaign. With `note` it belongs to a note of the caller as a
 * player: an image passage shows it to the readers of the note.
 */
export const uploadMemberPictureQuery = z
  .object({
    campaign: id.toLowerCase(),
    purpose: z.enum(['character', 'note'], {
      error: 'The purpose must be “character” or “note”.',
    }),
    /** The note; required with the purpose `note`, otherwise ignored. */
    note: id.toLowerCase().optional(),
    /** Random key for the purpose `note`: a repeated upload to the same note returns the existing picture. */
    idempotency_key: id.toLowerCase().optional(),
  })
  .refine(({ purpose, note }) => purpose !== 'note' || note !== undefined, {
    error: 'Name the note of the picture.',
    path: ['note'],
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

/**
 * Response of `POST /api/documents/pictures/`. With the purpose `note`, `id` is the image for the content of an image passage, and
 * its size is in pixels. Images that no passage references for a week are deleted.
 */
export const uploadedMemberPicture = memberPicture.extend({
  width: z.number().int().optional(),
  height: z.number().int().optional(),
});
export type UploadedMemberPicture = z.infer<typeof uploadedMemberPicture>;

/** Query of `GET /api/documents/pictures/`. */
export const memberPicturesQuery = z.object({ campaign: id.toLowerCase() });
export type MemberPicturesQuery = z.infer<typeof memberPicturesQuery>;

/** Response of `GET /api/documents/pictures/`: portraits of the current members. */
export const memberPicturesAnswer = z.object({ pictures: z.array(memberPicture) });
export type MemberPicturesAnswer = z.infer<typeof memberPicturesAnswer>;
