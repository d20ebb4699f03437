import { z } from 'zod';
import {
  hasNoControlCharacters,
  hasVisibleText,
  id,
  timestamp,
} from '@tomekeeper/contracts-values';

export const COMMENT_LIMITS = {
  /** Maximum UTF-16 code units of a comment. */
  length: 2000,
  /** Comments of one member in a campaign. */
  perMember: 500,
  /** Comments per page of the list. */
  page: 1000,
} as const;

const commentText = z
  .string({ error: 'text must be text.' })
  .trim()
  .max(COMMENT_LIMITS.length, {
    error: `A comment has at most ${COMMENT_LIMITS.length} characters. Shorten it.`,
  })
  .refine(hasVisibleText, { error: 'Type a comment first.' })
  .refine(hasNoControlCharacters, { error: 'A comment must not contain control characters.' });

/** Whether members of a campaign can comment. */
export const commentsState = z.enum(['on', 'off'], { error: 'comments must be on or off.' });
export type CommentsState = z.infer<typeof commentsState>;

/** A comment on a passage: plain text with line breaks. */
export const comment = z.object({
  id,
  passage: id,
  text: z.string(),
  /** User id; absent for former members and imported comments. */
  author: id.optional(),
  is_former_member: z.literal(true).optional(),
  /** From an imported archive: the comment belongs to no account, and the author is the name in the archive, if any. */
  is_imported: z.literal(true).optional(),
  imported_author: z.string().optional(),
  created_at: timestamp,
  edited_at: timestamp.optional(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  /** For GMs who read the source of a handout: the comment is on the copy of the passage in that handout. */
  handout: id.optional(),
});
export type Comment = z.infer<typeof comment>;

/** Query of `GET /api/documents/{id}/comments/`. */
export const commentsQuery = z.object({
  /** Value of `next` of the page before. */
  after: id.toLowerCase().optional(),
});
export type CommentsQuery = z.infer<typeof commentsQuery>;

/**
 * Response: comments that the caller sees, in reading order of the passages, oldest first within a passage. Empty while comments are
 * off, and in notes of players.
 */
export const commentsAnswer = z.object({
  comments_state: commentsState,
  comments: z.array(comment).max(COMMENT_LIMITS.page),
  /** Value of `after` for the next page; absent on the last page. */
  next: id.optional(),
});
export type CommentsAnswer = z.infer<typeof commentsAnswer>;

/** Body of `POST /api/documents/{id}/comments/`; the response is the comment. */
export const createCommentRequest = z.object({
  passage: id.toLowerCase(),
  text: commentText,
  /** Random idempotency key: a repeated request of the same user returns the existing comment. */
  idempotency_key: id.toLowerCase(),
});
export type CreateCommentRequest = z.infer<typeof createCommentRequest>;

/** Body of `PATCH /api/documents/{id}/comments/{comment}/`; the response is the comment. */
export const editCommentRequest = z.object({ text: commentText });
export type EditCommentRequest = z.infer<typeof editCommentRequest>;

/** Query of `GET /api/documents/comments/settings/`, for GMs. */
export const commentSettingsQuery = z.object({ campaign: id });
export type CommentSettingsQuery = z.infer<typeof commentSettingsQuery>;

/** Body of `PUT /api/documents/comments/settings/`, for GMs. */
export const commentSettingsRequest = z.object({ campaign: id, comments: commentsState });
export type CommentSettingsRequest = z.infer<typeof commentSettingsRequest>;

/** Response of both. */
export const commentSettingsAnswer = z.object({ comments: commentsState });
export type CommentSettingsAnswer = z.infer<typeof commentSettingsAnswer>;

/** Query of the internal `GET /internal/comments`. */
export const writtenCommentsQuery = z.object({ person: id });
export type WrittenCommentsQuery = z.infer<typeof writtenCommentsQuery>;

/** Response: comments that a person wrote, in all campaigns, latest first. */
export const writtenCommentsAnswer = z.object({
  comments: z.array(
    z.object({
      campaign: id,
      document: id,
      text: z.string(),
      created_at: timestamp,
      edited_at: timestamp.optional(),
    }),
  ),
});
export type WrittenCommentsAnswer = z.infer<typeof writtenCommentsAnswer>;
