import { Injectable } from '@nestjs/common';
import type {
  ContentAnswer,
  ThumbnailsAnswer,
  ThumbnailsQuery,
  UpdateDocumentRequest,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { ALL_MEMBERS, eventAudienceOf, NO_MEMBERS, unionOf } from '@tomekeeper/visibility';
import { documentChanged, fromAllViewers } from '../passages/changes';
import { lockHandouts } from '../passages/handouts/handout-documents';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { DocumentAccess } from '../access/document-access';
import { ObjectStore } from '../storage/object-store';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { DocumentEntity } from '../model/document.entity';
import {
  documentNotFound,
  pictureIsUnavailable,
  pictureIsWaiting,
  revealedMeanwhile,
} from '../model/document.errors';
import { readersOfDocument } from '../sharing/reveals/document-readers';
import {
  emitDocumentChanged,
  isVisibleToPlayers,
  lockDocument,
} from '../passages/invalidation-events';
import { chosenFileName, chosenTitle } from '../model/file-name';
import { isNote } from '../model/note-key';
import { hasPicture } from '../thumbnails/thumbnail-queue';
import { makeThumbnails } from '../thumbnails/thumbnail-worker';
import { isPictureFile, requeuePicture, playerPictureOf } from '../storage/player-pictures';
import { AudienceChanges, type AppliedAudienceChange } from '../sharing/audiences/audience-changes';
import { HandoutsService } from '../sharing/handouts/handouts.service';
import { checkPortrait, readersOfPortraits } from '../sharing/portraits';
import { Reveals, type Reveal } from '../sharing/reveals/reveals';
import { changesFolders } from '../sharing/tags/shared-tags.service';
import { isReadByMore } from '../sharing/reveals/title-conflict';
import { savedContent, servedContent, THUMBNAIL_CONTENT } from '../storage/served-content';
import { PlayerNoteAudiences } from '../sharing/player-notes/player-note-audiences';
import { moveToTrash } from '../trash/trashed-documents';
import { RestrictedFiles } from '../sharing/reveals/restricted-files';
import {
  visibleDocument,
  visibleDocuments,
  visibleThumbnails,
  type VisibleDocument,
  type VisibleThumbnail,
} from '../access/visible-documents';

/** An updated document, with the id of the ledger entry if the update revealed or hid it. */
export type UpdatedDocument = VisibleDocument & { act?: string };

/** Visibility in the request. */
interface Revealing {
  is_spoilers: boolean;
  by: string;
  reveal: Reveal | undefined;
  expectedTitle: string | undefined;
}

/** Reads, changes and deletes documents for people who may. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly memberships: CampaignMemberships,
    private readonly store: ObjectStore,
    private readonly reveals: Reveals,
    private readonly audienceChanges: AudienceChanges,
    private readonly handouts: HandoutsService,
    private readonly restrictedFiles: RestrictedFiles,
    private readonly playerNotes: PlayerNoteAudiences,
  ) {}

  async list(
    user: string,
    campaign: string | undefined,
    viewAs?: ViewAs,
  ): Promise<VisibleDocument[]> {
    const scope = await this.access.scope(user, campaign?.toLowerCase(), viewAs);
    return visibleDocuments(this.uow, scope);
  }

  /** Returns a document of a campaign or a player's note. */
  async one(user: string, id: string, viewAs: ViewAs | undefined): Promise<VisibleDocument> {
    return (await this.access.requireVisible(viewAs, user, id)).document;
  }

  /** @param how `toKeep`: the URL saves the file where it would show it otherwise */
  async content(
    user: string,
    id: string,
    how: { toKeep: boolean; viewAs: ViewAs | undefined },
  ): Promise<ContentAnswer> {
    const { document } = await this.access.requireVisible(how.viewAs, user, id);
    if (!document.has_file) throw documentNotFound();
    const { s3_key, content_type } = await this.fileFor(document);
    const { original_filename } = document;
    const served = how.toKeep
      ? savedContent(original_filename)
      : servedContent(content_type, original_filename);
    const { url, expiresAt } = await this.store.presignDownload(s3_key, served);
    return { url, expires_at: expiresAt.toISOString() };
  }

  /**
   * The object that the reader gets: for players the re-encoded copy of a picture.
   * @throws {DomainError} 503 until the worker has made the copy, 409 where the worker cannot
   */
  private async fileFor(
    document: VisibleDocument,
  ): Promise<Pick<VisibleDocument, 's3_key' | 'content_type'>> {
    const { is_managed, s3_key, content_type, original_filename } = document;
    const isPlayer = !is_managed;
    if (!isPlayer) return document;
    // A picture stays one under another name.
    const picture = await playerPictureOf(this.uow, s3_key);
    if (!picture && !isPictureFile(content_type, original_filename)) return document;
    if (picture?.state === 'ready') return picture;
    throw !picture || picture.state === 'waiting' ? pictureIsWaiting() : pictureIsUnavailable();
  }

  /** Small pictures of documents of one campaign, each with an address for a minute where it is there. */
  async thumbnails(
    user: string,
    { campaign, ids }: ThumbnailsQuery,
    viewAs: ViewAs | undefined,
  ): Promise<ThumbnailsAnswer> {
    const scope = await this.access.scope(user, campaign.toLowerCase(), viewAs);
    const found = await visibleThumbnails(this.uow, scope, ids);
    return { thumbnails: await Promise.all(found.map((one) => this.thumbnail(one))) };
  }

  private async thumbnail({ id, has_file, content_type, state, picture_key }: VisibleThumbnail) {
    if (!has_file) return { id, state: 'none' as const };
    if (state === 'ready' && picture_key !== null) {
      const { url } = await this.store.presignDownload(picture_key, THUMBNAIL_CONTENT);
      return { id, state: 'ready' as const, url };
    }
    // A new file is processed within a minute.
    const isToCome = state === 'waiting' || (state === null && hasPicture(content_type));
    return { id, state: isToCome ? ('waiting' as const) : ('none' as const) };
  }

  /** Reveals, hides, renames, tags, categorizes or pins. */
  async update(user: string, id: string, request: UpdateDocumentRequest): Promise<UpdatedDocument> {
    const { document, scope } = await this.access.requireManaged(user, id, 'change documents');
    const { is_spoilers, original_filename, tags, pinned, give_file } = request;
    const { category, portrait, aliases } = request;
    if (give_file) await this.restrictedFiles.give(document);
    const name =
      original_filename === undefined
        ? undefined
        : isNote(document)
          ? chosenTitle(original_filename, 'original_filename')
          : chosenFileName(original_filename, 'original_filename');
    const edit = { original_filename: name, tags, category, portrait, aliases };
    const isEdit = Object.values(edit).some((value) => value !== undefined);
    // A client that sends a name knows the title.
    const expectedTitle = name === undefined ? request.seen_title : undefined;
    const change = { ...edit, pinned, ...(isEdit && { updated_at: new Date() }) };
    const isChange = isEdit || pinned !== undefined;
    let act: string | undefined;
    if (isChange || is_spoilers !== undefined) {
      const reveal = is_spoilers === false ? await this.reveals.prepare(document) : undefined;
      act = await this.uow.run(async (tx) => {
        const before = await lockDocument(tx, id);
        if (!before) throw documentNotFound(); // deleted in this moment
        if (name !== undefined && isReadByMore(before, name, request.title_seen_by))
          throw revealedMeanwhile();
        await checkPortrait(tx, before, portrait);
        if (isChange)
          await tx.repo(DocumentEntity).update({ id, campaign_id: document.campaign }, change);
        if (name !== undefined && isPictureFile(document.content_type, name)) {
          await requeuePicture(tx, id);
          await tx.outbox.job(makeThumbnails, {});
        }
        const after = {
          is_spoilers: is_spoilers ?? before.is_spoilers,
          original_filename: name ?? before.original_filename,
          category: category === undefined ? before.category : category,
          aliases: aliases ?? before.aliases,
        };
        const repainted = before.is_spoilers
          ? NO_MEMBERS
          : await readersOfPortraits(tx, before, { before: before.portrait, after: portrait });
        const done =
          is_spoilers === undefined
            ? undefined
            : await this.revealOrHide(tx, before, { is_spoilers, by: user, reveal, expectedTitle });
        const hidden = is_spoilers
          ? await this.handouts.hide(tx, id, { passages: 'all', by: user, partOf: done?.entry })
          : undefined;
        const place = { campaign: document.campaign, document: id };
        const isSeen =
          isVisibleToPlayers(before, after) ||
          (tags !== undefined && !after.is_spoilers && (await changesFolders(tx, before, tags)));
        if (name !== undefined && before.is_spoilers === after.is_spoilers)
          await documentChanged(tx, place, fromAllViewers(before));
        // Exports of players may contain tags or aliases that they no longer see.
        else if (isSeen && !before.is_spoilers && !after.is_spoilers)
          await documentChanged(tx, place, { players: ALL_MEMBERS });
        else if (tags !== undefined) await documentChanged(tx, place);
        const seen = isSeen ? ALL_MEMBERS : (done?.seen ?? NO_MEMBERS);
        await emitDocumentChanged(tx, before, eventAudienceOf(unionOf(seen, repainted)));
        return done?.entry ?? hidden?.entry;
      });
    }
    const changed = await visibleDocument(this.uow, scope, id);
    if (!changed) throw documentNotFound(); // deleted in this moment
    return { ...changed, ...(act !== undefined && { act }) };
  }

  /**
   * Hiding applies to the whole document, including revealed passages of a spoiler.
   * @returns undefined if the visibility is unchanged
   */
  private async revealOrHide(
    tx: Transaction,
    before: DocumentEntity,
    { is_spoilers, reveal, ...doing }: Revealing,
  ): Promise<Pick<AppliedAudienceChange, 'entry' | 'seen'> | undefined> {
    if (before.is_spoilers && is_spoilers)
      return this.audienceChanges.act(tx, {
        before,
        change: { do: 'hide' },
        act: 'hide',
        by: doing.by,
        images: [],
      });
    if (before.is_spoilers && reveal)
      return { entry: await this.reveals.reveal(tx, before, reveal, doing), seen: ALL_MEMBERS };
    if (!before.is_spoilers && is_spoilers)
      return { entry: await this.reveals.hide(tx, before, doing.by), seen: ALL_MEMBERS };
    return undefined;
  }

  /** Puts a document into the trash, from where a GM, or the author of a player's note, can bring it back for a while. */
  async delete(user: string, id: string): Promise<void> {
    const { document, note } = await this.access.requireDeletable(user, id);
    const campaign = note?.membership ?? document.campaign;
    await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      const before = await lockDocument(tx, id);
      // Deleted twice, or taken back by its author, in this moment.
      if (!before || (before.author_audience === 'private' && !document.is_managed))
        throw documentNotFound();
      for (const one of [before, ...(await lockHandouts(tx, id))]) {
        const { readers, takes } = await readersOfDocument(tx, one);
        // The author restores a note that a GM deleted as a private one.
        if (note && !document.is_managed)
          await this.playerNotes.changeAudience(tx, one, 'private', { by: user });
        if (!(await moveToTrash(tx, { campaign, document: one.id, by: user, takes })))
          throw documentNotFound();
        await emitDocumentChanged(tx, one, eventAudienceOf(readers));
      }
    });
  }
}
