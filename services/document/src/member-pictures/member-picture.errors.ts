import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { DomainError } from '@tomekeeper/service-kit';

/** Same response for unknown pictures, malformed ids and pictures of other people. */
export const pictureNotFound = () =>
  new DomainError(
    'not-found',
    'document.picture_not_found',
    'There is no such picture of yours. Reload the page to see the current one.',
  );

export const ownerHasNoPortrait = () =>
  new DomainError(
    'forbidden',
    'document.owner_has_no_portrait',
    'You run this campaign. Only its players and co-GMs have a character with a portrait. Hand the campaign over to play in it.',
  );

export const pictureTooLarge = () =>
  new DomainError(
    'too-large',
    'document.too_large',
    `A picture may have at most ${DOCUMENT_LIMITS.memberPictureMegabytes} MB, and about a hundred million pixels. Choose a smaller picture.`,
  );

/** The server is busy, or the picture takes long to decode. */
export const pictureTooSlow = () =>
  new DomainError(
    'unavailable',
    'document.picture_too_slow',
    'The picture took too long to process. Please try again in a moment, or choose a smaller one.',
    { retryAfter: 3 },
  );

export const tooManyMemberPictures = () =>
  new DomainError(
    'conflict',
    'document.too_many_pictures',
    `You already have ${DOCUMENT_LIMITS.memberPictures} pictures, which is the most one person can have. Remove your portrait in a campaign, or permanently delete a note with pictures. Pictures that you took out of a note count until its earlier versions expire.`,
  );
