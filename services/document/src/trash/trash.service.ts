import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { eventAudienceOf } from '@tomekeeper/visibility';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { FreshCopies } from '../storage/fresh-copies';
import { deletePermanently } from '../storage/object-removal';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { changedMeanwhile, documentNotFound } from '../model/document.errors';
import type { DocumentEntity } from '../model/document.entity';
import { makeThumbnails } from '../thumbnails/thumbnail-worker';
import { isPictureFile } from '../storage/player-pictures';
import type { FreshImage } from '../extraction-jobs/image-store';
import { extractTexts, writePlayerTexts } from '../extraction-jobs/extraction-jobs';
import { readersOfDocument } from '../sharing/reveals/document-readers';
import { emitDocumentChanged, lockDocument } from '../passages/invalidation-events';
import { lockRecapsOf } from '../passages/recaps/recap-sources';
import { imagesToCopy, RevealedImages } from '../sharing/reveals/revealed-images';
import {
  restoreFromTrash,
  trashedDocument,
  trashedDocuments,
  trashedHandouts,
  type TrashedDocument,
} from './trashed-documents';
import { homeOfTrashed, inCampaign, type PlayerNoteRef } from '../access/player-note-scope';
import { visibleDocument, type VisibleDocument } from '../access/visible-documents';

/** Pending change of a restored spoiler: all viewers of its passages are new. */
const asHandout = (document: string) => ({
  document,
  wasSpoilers: true,
  is_spoilers: true,
  change: undefined,
  isNew: true,
});

/** Lists, restores and permanently deletes documents in the trash, for GMs, and players' notes for their authors. Other users get 404. */
@Injectable()
export class TrashService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
    private readonly copies: FreshCopies,
    private readonly images: RevealedImages,
  ) {}

  async list(user: string, campaign: string): Promise<TrashedDocument[]> {
    const id = campaign.toLowerCase();
    await this.memberships.requireGm(id, user, 'see its trash');
    return trashedDocuments(this.uow, id);
  }

  async restore(user: string, document: string): Promise<VisibleDocument> {
    const { campaign, note } = await this.homeOf(user, document);
    const trashed = await trashedDocument(this.uow, campaign, document);
    if (!trashed) throw documentNotFound(); // restored in this moment
    const isGiven = !trashed.is_spoilers && trashed.has_file;
    const copy = isGiven ? await this.copies.make(trashed) : undefined;
    const images = trashed.is_spoilers ? await this.images.prepare(asHandout(document)) : [];
    const handouts = new Map<string, readonly FreshImage[]>();
    for (const one of await trashedHandouts(this.uow, document))
      handouts.set(one, await this.images.prepare(asHandout(one)));
    await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      await lockRecapsOf(tx, document);
      if (!(await restoreFromTrash(tx, { campaign, document, by: user }))) throw documentNotFound();
      const back = await lockDocument(tx, document);
      // Restored and deleted again in this moment, as something else.
      if (back && back.s3_key !== trashed.s3_key) throw changedMeanwhile();
      if (copy) {
        await this.copies.use(tx, document, copy);
        if (isPictureFile(trashed.content_type, trashed.original_filename))
          await tx.outbox.job(makeThumbnails, {});
      }
      await tx.outbox.job(extractTexts, {});
      await tx.outbox.job(writePlayerTexts, {});
      if (!back) return;
      await this.giveBack(tx, back, images);
      for (const [id, ofHandout] of handouts) {
        if (!(await restoreFromTrash(tx, { campaign, document: id, by: user })))
          throw changedMeanwhile();
        const handout = await lockDocument(tx, id);
        if (handout) await this.giveBack(tx, handout, ofHandout);
      }
    });
    const restored = await visibleDocument(this.uow, { managed: [campaign], played: [] }, document);
    if (!restored) throw documentNotFound(); // deleted again in this moment
    return inCampaign(restored, note);
  }

  /** Gives a restored document back to its readers. */
  private async giveBack(
    tx: Transaction,
    back: DocumentEntity,
    images: readonly FreshImage[],
  ): Promise<void> {
    if (back.is_spoilers)
      await this.images.use(tx, await imagesToCopy(tx, asHandout(back.id)), images);
    const { readers } = await readersOfDocument(tx, back);
    await emitDocumentChanged(tx, back, eventAudienceOf(readers));
  }

  async deleteForGood(user: string, document: string): Promise<void> {
    await this.homeOf(user, document);
    if (!(await this.uow.run((tx) => deletePermanently(tx, document)))) throw documentNotFound();
  }

  /**
   * Home of a deleted document, for users who may restore it: GMs, or the author of a player's note. Other users get the same
   * response, after the same time, as for a document that never existed.
   * @returns `campaign`: the campaign, or for a player's note the membership of its author
   */
  private async homeOf(
    user: string,
    document: string,
  ): Promise<{ campaign: string; note: PlayerNoteRef | undefined }> {
    const home = await homeOfTrashed(this.uow, document);
    const scope = await this.memberships.scopeIn(home?.campaign ?? randomUUID(), user);
    const mayRestore = home?.note
      ? home.note.author === user && scope.managed.length + scope.played.length > 0
      : home !== undefined && scope.managed.includes(home.campaign);
    if (!home || !mayRestore) throw documentNotFound();
    return { campaign: home.note?.membership ?? home.campaign, note: home.note };
  }
}
