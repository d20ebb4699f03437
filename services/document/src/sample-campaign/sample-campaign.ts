import { Injectable } from '@nestjs/common';
import { sampleCampaignCreated } from '@tomekeeper/contracts-campaign';
import { HandlesEvent, type Transaction } from '@tomekeeper/persistence';
import { eventAudienceOf, PARTY_CLASS } from '@tomekeeper/visibility';
import { isDeletedCampaign, lockCampaign } from '../memberships/campaign-lock';
import { addNote } from '../notes/add-note';
import { parseShortMarkdown } from '../notes/saving/parse-markdown';
import { emitDocumentChanged, lockDocument } from '../passages/invalidation-events';
import { AudienceChanges } from '../sharing/audiences/audience-changes';
import { SAMPLE_NOTES } from './sample-notes';

/** Fills a sample campaign with notes, atomically, in the transaction that consumes the event. */
@Injectable()
export class SampleCampaign {
  constructor(private readonly audienceChanges: AudienceChanges) {}

  @HandlesEvent(sampleCampaignCreated)
  async onCreated(
    { campaign_id: campaign, owner }: { campaign_id: string; owner: string },
    tx: Transaction,
  ): Promise<void> {
    await lockCampaign(tx, campaign);
    // Events arrive in no guaranteed order.
    if (await isDeletedCampaign(tx, campaign)) return;
    for (const { title, markdown, is_spoilers, handout, category } of SAMPLE_NOTES) {
      const passages = parseShortMarkdown(markdown);
      const document = await addNote(tx, {
        ...{ campaign, by: owner, title, is_spoilers, passages, key: undefined, category },
        ...(handout !== undefined && { publicCategory: category }),
      });
      if (handout !== undefined) await this.reveal(tx, { document, by: owner, title: handout });
    }
  }

  /** Reveals a whole spoiler to the party under its public title. */
  private async reveal(
    tx: Transaction,
    { document, by, title }: { document: string; by: string; title: string },
  ): Promise<void> {
    const before = await lockDocument(tx, document);
    if (!before) throw new Error('A sample note was not stored.');
    const change = { do: 'set', passages: 'all', to: PARTY_CLASS } as const;
    const done = await this.audienceChanges.act(tx, { before, change, by, title, images: [] });
    if (done) await emitDocumentChanged(tx, before, eventAudienceOf(done.seen));
  }
}
