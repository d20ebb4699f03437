import { Injectable } from '@nestjs/common';
import type {
  ContentAnswer,
  ReplaceFileRequest,
  RestoreVersionQuery,
} from '@tomekeeper/contracts-document';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { mayHoldSecrets } from '@tomekeeper/text-extraction';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { DocumentEntity } from '../model/document.entity';
import {
  changedMeanwhile,
  documentNotFound,
  editedSinceFile,
  noteHasNoFile,
} from '../model/document.errors';
import {
  keepVersion,
  takeVersion,
  versionById,
  versionsOf,
  type DocumentVersion,
} from './document-versions';
import { DocumentAccess } from '../access/document-access';
import { fileNameOfNote, nameForFile } from '../model/file-name';
import { authorOf, emitDocumentChanged, lockDocument } from '../passages/invalidation-events';
import { isNote } from '../model/note-key';
import { deleteNote, isEditedSinceFile } from '../notes/note-rows';
import { savedContent } from '../storage/served-content';
import { visibleDocument, type VisibleDocument } from '../access/visible-documents';
import { isFileRestricted } from '../sharing/reveals/restricted-files';
import { recordDocumentChange } from '../ledger/ledger';
import { FreshCopies } from '../storage/fresh-copies';
import {
  deletePicture,
  deleteSurplusVersions,
  deleteVersions,
  endUpload,
} from '../storage/object-removal';
import { ObjectStore } from '../storage/object-store';
import { makeThumbnails } from '../thumbnails/thumbnail-worker';
import { isPictureFile } from '../storage/player-pictures';
import { extractTexts } from '../extraction-jobs/extraction-jobs';
import { keepPlayerText, playerTextSince } from '../extraction-jobs/player-texts';
import { uploadNotFound } from '../uploads/open-uploads';
import { UploadsService } from '../uploads/uploads.service';

/** A document with another file than it had, and the version that brings that one back. */
export interface ReplacedFile {
  document: VisibleDocument;
  replaced: string | undefined;
}

/** Columns of a document's new file. */
type NewFile = Pick<
  DocumentEntity,
  'uploader' | 'original_filename' | 's3_key' | 'content_type' | 'size' | 'content_fingerprint'
>;

/** Replaces files of documents and restores earlier versions, for GMs. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly uploads: UploadsService,
    private readonly copies: FreshCopies,
    private readonly store: ObjectStore,
  ) {}

  async list(user: string, id: string): Promise<DocumentVersion[]> {
    await this.access.requireManaged(user, id, 'see earlier versions');
    return versionsOf(this.uow, id);
  }

  /** Makes an upload the file of a document. Repeating it answers the same. */
  async replace(
    user: string,
    id: string,
    { s3_key, change }: ReplaceFileRequest,
  ): Promise<ReplacedFile> {
    const { document } = await this.access.requireManaged(user, id, 'replace files');
    if (isNote(document)) throw noteHasNoFile();
    const { campaign } = document;
    const arrived = await this.uploads.arrive(user, campaign, s3_key);
    if (!arrived) {
      // In this order: an upload disappears in the moment in which its file replaces another.
      const now = await this.seen(campaign, id);
      if (now.s3_key !== s3_key) throw uploadNotFound();
      return { document: now, replaced: (await versionsOf(this.uow, id))[0]?.id };
    }
    const { file_name, ...file } = arrived;
    const replaced = await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      const before = await lockDocument(tx, id);
      if (!before) throw documentNotFound(); // deleted in this moment
      if (before.s3_key === s3_key) return (await versionsOf(tx, id))[0]?.id;
      // Revealed in this moment.
      if (!before.is_spoilers && document.is_spoilers) throw changedMeanwhile();
      if (!(await endUpload(tx, s3_key))) throw uploadNotFound(); // swept in this moment
      return giveFile(tx, before, { ...file, original_filename: file_name }, { user, change });
    });
    return { document: await this.seen(campaign, id), replaced };
  }

  /**
   * Makes an earlier version the file again; the present one becomes a version. A note whose original is restored loses its text.
   * @throws {DomainError} 409 for a note that was edited, unless the edits may be discarded
   */
  async restore(
    user: string,
    id: string,
    version: string,
    { discard_edits }: RestoreVersionQuery = {},
  ): Promise<ReplacedFile> {
    const { document, found } = await this.find(user, id, version, 'restore earlier versions');
    const { campaign } = document;
    // The store's timestamp must not reveal to players that this file existed before, so they get a new copy.
    const copy = document.is_spoilers ? undefined : await this.copies.make({ ...found, campaign });
    const replaced = await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      const before = await lockDocument(tx, id);
      if (!before) throw documentNotFound(); // deleted in this moment
      // Revealed in this moment.
      if (!before.is_spoilers && document.is_spoilers) throw changedMeanwhile();
      const taken = await takeVersion(tx, version);
      if (!taken) throw versionNotFound(); // restored in this moment
      if (isNote(before) && !taken.is_original) throw noteHasNoFile();
      if (isNote(before) && !discard_edits && (await isEditedSinceFile(tx, id)))
        throw editedSinceFile();
      const kept = await giveFile(tx, before, taken, { user });
      if (copy) await this.copies.use(tx, id, copy);
      return kept;
    });
    return { document: await this.seen(campaign, id), replaced };
  }

  /** A URL that saves an earlier version. */
  async content(user: string, id: string, version: string): Promise<ContentAnswer> {
    const { found } = await this.find(user, id, version, 'see earlier versions');
    const { url, expiresAt } = await this.store.presignDownload(
      found.s3_key,
      savedContent(found.original_filename),
    );
    return { url, expires_at: expiresAt.toISOString() };
  }

  async deleteForGood(user: string, id: string, version: string): Promise<void> {
    const { document, found } = await this.find(user, id, version, 'delete earlier versions');
    await this.uow.run(async (tx) => {
      if ((await deleteVersions(tx, { column: 'id', value: version })) === 0)
        throw versionNotFound(); // restored or deleted in this moment
      const isSeen = found.released_at !== null;
      await emitDocumentChanged(
        tx,
        { id, campaign_id: document.campaign },
        isSeen ? 'party' : 'gm',
      );
    });
  }

  private async find(
    user: string,
    id: string,
    version: string,
    what: string,
  ): Promise<{ document: VisibleDocument; found: DocumentVersion }> {
    const { document } = await this.access.requireManaged(user, id, what);
    const found = await versionById(this.uow, version);
    if (found?.document !== document.id) throw versionNotFound();
    return { document, found };
  }

  private async seen(campaign: string, id: string): Promise<VisibleDocument> {
    const document = await visibleDocument(this.uow, { managed: [campaign], played: [] }, id);
    if (!document) throw documentNotFound(); // deleted in this moment
    return document;
  }
}

/**
 * Replaces the file of a document that this transaction has locked. Viewers of the file receive it as new; for a
 * spoiler only GMs receive an event.
 * @returns id of the version with the earlier file; undefined for a note, which had none
 */
export async function giveFile(
  tx: Transaction,
  before: DocumentEntity,
  file: NewFile,
  { user, change }: { user: string; change?: string | undefined },
): Promise<string | undefined> {
  const { id } = before;
  const wasNote = isNote(before);
  const original_filename = wasNote
    ? fileNameOfNote(before.original_filename, file.original_filename)
    : nameForFile(before, file);
  const isRenamed = original_filename !== before.original_filename;
  // Players without the file get no event for a new one; extraction emits the change of their visible text.
  const isUnseen = !before.is_spoilers && (await isFileRestricted(tx, id));
  const kept = wasNote ? undefined : await keepVersion(tx, id);
  if (wasNote) await deleteNote(tx, id);
  await deletePicture(tx, before.s3_key);
  await tx.repo(DocumentEntity).update(
    { id },
    {
      uploader: file.uploader,
      s3_key: file.s3_key,
      content_type: file.content_type,
      size: file.size,
      content_fingerprint: file.content_fingerprint,
      file_on_hold: mayHoldSecrets({ name: original_filename, contentType: file.content_type }),
      original_filename,
      updated_at: new Date(),
    },
  );
  await deleteSurplusVersions(tx, id);
  const shownSince = await playerTextSince(tx, id);
  await recordDocumentChange(tx, {
    ...{ document: id, act: 'replace', by: user },
    ...(isUnseen && { unseen: { isRenamed } }),
  });
  // Until the new file is read, players keep the text that they have.
  if (shownSince !== undefined) await keepPlayerText(tx, id, shownSince);
  const isForGms = before.is_spoilers || (isUnseen && !isRenamed);
  await emitDocumentChanged(tx, before, isForGms ? 'gm' : 'party', authorOf(user, change));
  if (isPictureFile(file.content_type, file.original_filename))
    await tx.outbox.job(makeThumbnails, {});
  await tx.outbox.job(extractTexts, {});
  return kept;
}

const versionNotFound = () =>
  new DomainError(
    'not-found',
    'document.version_not_found',
    'This version is no longer available. Choose another one from the list.',
  );
