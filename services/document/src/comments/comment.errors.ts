import { COMMENT_LIMITS } from '@tomekeeper/contracts-document';
import { DomainError } from '@tomekeeper/service-kit';

/** Same response for unknown and hidden comments, and malformed ids. */
export const commentNotFound = () =>
  new DomainError(
    'not-found',
    'document.comment_not_found',
    'This comment was deleted or hidden. Reload the page to see the current comments.',
  );

export const commentsAreOff = () =>
  new DomainError(
    'conflict',
    'document.comments_off',
    'Comments are turned off here. A game master can turn them on for documents of the campaign.',
  );

export const tooManyComments = () =>
  new DomainError(
    'conflict',
    'document.too_many_comments',
    `You can have at most ${COMMENT_LIMITS.perMember} comments in a campaign. Delete one of yours first.`,
  );

export const onlyTheCommentAuthor = () =>
  new DomainError(
    'forbidden',
    'document.comment_author_only',
    'Only the author may change this comment. Write a comment of your own instead.',
  );
