import {
  AUDIENCE_LIMITS,
  DOCUMENT_CODES,
  DOCUMENT_LIMITS,
  MAX_SHARED_TAGS,
  PLAYER_NOTE_LIMITS,
  TITLE_CODES,
} from '@tomekeeper/contracts-document';
import { DomainError } from '@tomekeeper/service-kit';

/**
 * Same response for missing, hidden and recently deleted documents, documents of other campaigns and malformed ids, so
 * that a caller cannot distinguish them.
 */
export const documentNotFound = () =>
  new DomainError(
    'not-found',
    'document.not_found',
    'This document was deleted or hidden. Choose another one from the list.',
  );

/** Same response for missing campaigns and campaigns of other users. */
export const campaignNotFound = () =>
  new DomainError('not-found', 'campaign.not_found', 'There is no such campaign.');

export const onlyGms = (what: string) =>
  new DomainError(
    'forbidden',
    'document.owner_only',
    `Only a game master of the campaign may ${what}.`,
  );

export const onlyPlayers = () =>
  new DomainError(
    'forbidden',
    'document.players_only',
    'Only players can create players’ notes. Create a note for game masters instead.',
  );

export const onlyTheAuthor = (what: string) =>
  new DomainError('forbidden', 'document.author_only', `Only the author of this note may ${what}.`);

export const viewAsNeedsCampaign = () =>
  new DomainError('invalid', 'view_as.refused', 'Name the campaign to view as one of its players.');

/** Another call did something else with the document while this one copied its file. */
export const changedMeanwhile = () =>
  new DomainError(
    'conflict',
    'document.changed_meanwhile',
    'The document was changed at the same moment. Please try again.',
  );

export const tooManyDocuments = () =>
  new DomainError(
    'conflict',
    'document.too_many',
    `A campaign can have at most ${DOCUMENT_LIMITS.perCampaign} documents. Delete one first.`,
  );

export const tooManyNotes = () =>
  new DomainError(
    'conflict',
    'document.too_many_notes',
    `You can keep at most ${PLAYER_NOTE_LIMITS.perMember} notes in a campaign, including deleted ones. Permanently delete a note first.`,
  );

export const cannotShowWithoutKeeping = () =>
  new DomainError(
    'conflict',
    'document.cannot_show',
    'Only text and pictures can be shown without keeping. Reveal this file to show it.',
  );

export const showIsOver = () =>
  new DomainError(
    'conflict',
    'document.show_over',
    'The time to undo this is over. Hide the document instead.',
  );

/** A note has no file, and no earlier ones. */
export const noteHasNoFile = () =>
  new DomainError(
    'conflict',
    'document.no_file',
    'A note has no file. Open the note to change its text.',
  );

/** The text of a file is not written here. */
export const notANote = () =>
  new DomainError(
    'conflict',
    'document.not_a_note',
    'The text of a file cannot be edited. Write a note, or upload a new version of the file.',
  );

/** Only text documents become notes: pages of a PDF have a layout that a note would lose. */
export const cannotBeEditable = () =>
  new DomainError(
    'conflict',
    'document.cannot_be_editable',
    'Only Markdown, text, DOCX, ODT, RTF, HTML and EPUB files can be made editable. Copy the text into a new note instead.',
  );

/** The document was never a file, or its original was deleted. */
export const originalNotFound = () =>
  new DomainError(
    'conflict',
    'document.no_original',
    'This document has no original file. Upload the file as another document to share it.',
  );

export const originalHasRemovedSecret = () =>
  new DomainError(
    'conflict',
    'document.original_has_removed_secret',
    'The file still contains hidden text that was removed from the note. Download the file, remove that text, and upload it as another document.',
  );

/** Restoring the original would delete text that people wrote. */
export const editedSinceFile = () =>
  new DomainError(
    'conflict',
    'document.edited_since',
    'The note was edited since then. Restore the original in its versions of the text to discard the edits.',
  );

export const textIsMissing = () =>
  new DomainError(
    'conflict',
    'document.text_missing',
    'This file has no extracted text yet. Wait until the document is ready, then try again.',
  );

/** A field that the contract lets through and a rule refuses. */
export const invalidField = (field: string, sentence: string) =>
  new DomainError('invalid', 'validation', sentence, { fields: { [field]: [sentence] } });

/** New viewers of a spoiler need a title for it; its own title stays hidden. */
export const publicTitleRequired = () => {
  const sentence =
    'Enter the title that players will see. They never see the real title of a hidden document.';
  return new DomainError('invalid', 'document.public_title_required', sentence, {
    fields: { public_title: [sentence] },
  });
};

/** Another GM has changed the title, so players would read a title that the caller has not seen. */
export const renamedMeanwhile = (title: string) =>
  new DomainError(
    'conflict',
    TITLE_CODES.renamed,
    `The title was changed to “${title}”, and players would read it. Show the document under this title, or rename it first.`,
    { fields: { title: [title] } },
  );

/** Another GM has revealed the document that the caller renames for GMs only. */
export const revealedMeanwhile = () => {
  const sentence =
    'Players now see this document and would read the new title. Save again to confirm.';
  return new DomainError('conflict', TITLE_CODES.revealed, sentence, {
    fields: { original_filename: [sentence] },
  });
};

export const changeNotFound = () =>
  new DomainError(
    'not-found',
    'document.act_not_found',
    'The ledger of this document has no such entry. Choose one from the ledger.',
  );

export const changeIsOver = () =>
  new DomainError(
    'conflict',
    'document.act_is_over',
    'This cannot be undone any more: it was undone already, or a later change replaced it. Set the audience instead.',
  );

/** Same response for passages that never existed, were deleted with an earlier file, or are hidden from the caller. */
export const passageNotFound = () =>
  new DomainError(
    'not-found',
    'document.passage_not_found',
    'This passage is no longer in the text. The document opens at its beginning.',
  );

/** The file contains passages that are hidden from players. */
export const partIsHidden = (passages: number) =>
  new DomainError(
    'conflict',
    'document.part_is_hidden',
    passages === 1
      ? 'A passage of this file is still hidden from some players. Reveal it to the party first.'
      : `${passages} passages of this file are still hidden from some players. Reveal them to the party first.`,
  );

/** Whether a file holds secret markup is not known before its extraction has ended. */
export const extractionRuns = () =>
  new DomainError(
    'conflict',
    'document.extraction_runs',
    'The text of this file is still being extracted. Players get the file once extraction finds nothing secret.',
  );

export const fileIsOfSpoiler = () =>
  new DomainError(
    'conflict',
    'document.is_spoiler',
    'Players do not see this document. Reveal it first, and they get its file too.',
  );

/** The worker has not re-encoded the picture for players yet. */
export const pictureIsWaiting = () =>
  new DomainError(
    'unavailable',
    DOCUMENT_CODES.pictureWaiting,
    'This picture is being prepared. Please try again in a moment.',
    { retryAfter: 1 },
  );

export const pictureIsUnavailable = () =>
  new DomainError(
    'conflict',
    'document.picture_unavailable',
    'This picture is in a format that cannot be prepared for players. Ask your game master to upload it as PNG, JPEG, WebP, GIF or AVIF.',
  );

export const notAPicture = () =>
  new DomainError(
    'conflict',
    'document.not_a_picture',
    'This file is no picture that can be shown. Choose a PNG, JPEG, GIF, WebP or AVIF.',
  );

export const campaignIsFull = () =>
  new DomainError(
    'conflict',
    'document.too_much_text',
    'The campaign holds no more text. Delete a document with much text first.',
  );

export const tooManyHandouts = () =>
  new DomainError(
    'conflict',
    'document.too_many_handouts',
    `A document can have at most ${AUDIENCE_LIMITS.handouts} handouts. Add to one of them. A hidden handout counts for ${DOCUMENT_LIMITS.trashDays} days.`,
  );

export const tooManySharedTags = () =>
  new DomainError(
    'conflict',
    'document.too_many_shared_tags',
    `A campaign can share at most ${MAX_SHARED_TAGS} tags. Stop sharing another one first.`,
  );

export const handoutNotFound = () =>
  invalidField('handout', 'The document has no such handout any more. Choose another one.');

export const publicHasNoHandouts = () =>
  invalidField(
    'handout',
    'Players see this document already. Only a document with spoilers has handouts.',
  );
