import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { CampaignMemberships, isGm } from '../memberships/campaign-memberships';
import { deleteForGood } from '../objects/object-removal';
import { lockExistingCampaign } from './campaign-lock';
import { campaignNotFound, documentNotFound, onlyGms } from './document.errors';
import { hintDocument, lockDocument } from './hints';
import {
  campaignOfTrashed,
  takeFromTrash,
  trashedDocuments,
  type TrashedDocument,
} from './trashed-documents';
import { visibleDocument, type VisibleDocument } from './visible-documents';

/** What a GM does with deleted documents. For everybody else there are none. */
@Injectable()
export class TrashService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
  ) {}

  async list(user: string, campaign: string): Promise<TrashedDocument[]> {
    const id = campaign.toLowerCase();
    const role = await this.memberships.roleIn(id, user);
    if (!role) throw campaignNotFound();
    if (!isGm(role)) throw onlyGms('see its trash');
    return trashedDocuments(this.uow, id);
  }

  async restore(user: string, document: string): Promise<VisibleDocument> {
    const campaign = await this.campaignOf(user, document);
    await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      if (!(await takeFromTrash(tx, { campaign, document, by: user }))) throw documentNotFound();
      const back = await lockDocument(tx, document);
      if (back) await hintDocument(tx, back, back.is_spoilers ? 'gm' : 'party');
    });
    const restored = await visibleDocument(this.uow, { managed: [campaign], played: [] }, document);
    if (!restored) throw documentNotFound(); // deleted again in this moment
    return restored;
  }

  async deleteForGood(user: string, document: string): Promise<void> {
    await this.campaignOf(user, document);
    const deleted = await this.uow.run((tx) =>
      deleteForGood(tx, 'trashed_document', { column: 'id', value: document }),
    );
    if (deleted === 0) throw documentNotFound();
  }

  /**
   * The campaign of a document in the trash, for a GM of it. To everybody else there is no such document, and finding
   * that out takes as long as for one that never was.
   */
  private async campaignOf(user: string, document: string): Promise<string> {
    const campaign = await campaignOfTrashed(this.uow, document);
    const role = await this.memberships.roleIn(campaign ?? randomUUID(), user);
    if (!campaign || !isGm(role)) throw documentNotFound();
    return campaign;
  }
}
