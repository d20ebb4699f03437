import { Injectable } from '@nestjs/common';
import type { ContentAnswer, SetOriginalRequest } from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DocumentAccess } from '../access/document-access';
import { visibleDocument, type VisibleDocument } from '../access/visible-documents';
import {
  changedMeanwhile,
  documentNotFound,
  fileIsOfSpoiler,
  originalHasRemovedSecret,
  originalNotFound,
  partIsHidden,
} from '../model/document.errors';
import { fileNameOfNote } from '../model/file-name';
import { hiddenIn } from '../passages/audiences/change-classes';
import { emitDocumentChanged, lockDocument } from '../passages/invalidation-events';
import { FreshCopies } from '../storage/fresh-copies';
import { ObjectStore } from '../storage/object-store';
import { savedContent } from '../storage/served-content';
import { originalOf, releaseOriginal, withdrawOriginal } from './document-versions';

/** Original files of notes: GMs download and release them, readers download released ones. */
@Injectable()
export class OriginalsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly copies: FreshCopies,
    private readonly store: ObjectStore,
  ) {}

  /** A URL that saves the original under the present title. @throws {DomainError} 404 for players before its release */
  async content(user: string, id: string, viewAs: ViewAs | undefined): Promise<ContentAnswer> {
    const { document } = await this.access.requireVisible(viewAs, user, id);
    const original = document.original && (await originalOf(this.uow, id));
    if (!original) throw documentNotFound();
    // An earlier title may be a spoiler.
    const name = fileNameOfNote(document.original_filename, original.original_filename);
    const { url, expiresAt } = await this.store.presignDownload(
      original.s3_key,
      savedContent(name),
    );
    return { url, expires_at: expiresAt.toISOString() };
  }

  /** @throws {DomainError} 409 for the original of a spoiler, and where some player does not see all of its text */
  async set(user: string, id: string, { audience }: SetOriginalRequest): Promise<VisibleDocument> {
    const { document } = await this.access.requireManaged(user, id, 'release original files');
    const { campaign } = document;
    const original = document.original && (await originalOf(this.uow, id));
    if (!original) throw originalNotFound();
    const isReleasing = audience === 'readers';
    if (isReleasing && document.is_spoilers) throw fileIsOfSpoiler();
    // The store's timestamp must not reveal to players that the file existed before, so players get a new copy.
    const copy = isReleasing ? await this.copies.make(original) : undefined;
    if (isReleasing && !copy) throw originalNotFound();
    await this.uow.run(async (tx) => {
      const before = await lockDocument(tx, id);
      if (!before) throw documentNotFound(); // deleted in this moment
      const now = await originalOf(tx, id);
      const wasReleased = now?.released_at !== null;
      if (wasReleased === isReleasing) return;
      if (!copy) await withdrawOriginal(tx, id);
      else {
        if (before.is_spoilers) throw fileIsOfSpoiler();
        const hidden = await hiddenIn(tx, id);
        if (hidden > 0) throw partIsHidden(hidden);
        if (now?.has_removed_secret) throw originalHasRemovedSecret();
        if (!(await releaseOriginal(tx, id, copy))) throw changedMeanwhile();
      }
      await emitDocumentChanged(tx, before, before.is_spoilers ? 'gm' : 'party');
    });
    const changed = await visibleDocument(this.uow, { managed: [campaign], played: [] }, id);
    if (!changed) throw documentNotFound(); // deleted in this moment
    return changed;
  }
}
