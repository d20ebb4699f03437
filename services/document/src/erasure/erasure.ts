import { Injectable } from '@nestjs/common';
import { deleteExports } from '../exports/export-removal';
import { anonymizeImports, deleteImports } from '../imports/import-removal';
import {
  campaignDeleted,
  membershipEnded,
  type MembershipEnded,
} from '@tomekeeper/contracts-campaign';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { id } from '@tomekeeper/contracts-values';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { HandlesEvent, UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { z } from 'zod';
import { anonymizeComments, setCommentsState } from '../comments/comment-rows';
import { anonymizeWriter } from '../notes/note-rows';
import { isDeletedCampaign, lockCampaign } from '../memberships/campaign-lock';
import { closeNotebook, notebooksOf } from '../memberships/notebooks';
import { deletePrivateNotesOf } from '../trash/private-notes';
import { deleteReadMarks } from '../news/read-marks';
import { deleteShows } from '../sharing/shows/shows';
import { deleteSharedTags } from '../sharing/tags/shared-tags.service';
import { deleteLedger, anonymizeActor } from '../ledger/ledger';
import { deleteChanges } from '../passages/changes';
import { emitNotebookChanged } from '../passages/invalidation-events';
import {
  deleteCovers,
  deleteDocuments,
  deleteMemberPictures,
  deleteUploads,
} from '../storage/object-removal';

/** Repeats the erasure, because a concurrent request may have stored something. */
export const erasePerson = defineJob({
  name: 'erase-person',
  queue: 'document-objects',
  payload: z.object({ person_id: id }),
  attempts: 20,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 600_000 },
  concurrency: 1,
});

/** Longer than a revoked token is accepted, and longer than an upload takes. */
const SECOND_TIME_MS = 60_000;

/**
 * Deletes the documents and objects of deleted campaigns. A deleted account's own campaigns are deleted with it; its
 * uploads to other campaigns stay and are anonymized.
 */
@Injectable()
export class Erasure {
  constructor(private readonly uow: UnitOfWork) {}

  @HandlesEvent(campaignDeleted)
  async onCampaignDeleted(
    { campaign_id }: { campaign_id: string },
    tx: Transaction,
  ): Promise<void> {
    await deleteStored(tx, campaign_id);
    for (const membership of await notebooksOf(tx, campaign_id)) {
      await deleteStored(tx, membership);
      await emitNotebookChanged(tx, { membership, campaign: campaign_id });
    }
    await tx.query('DELETE FROM notebook WHERE campaign_id = $1', [campaign_id]);
    await deleteUploads(tx, { column: 'campaign_id', value: campaign_id });
    await deleteCovers(tx, campaign_id);
    await deleteImports(tx, campaign_id);
    await deleteExports(tx, { column: 'campaign_id', value: campaign_id });
    await deleteMemberPictures(tx, { column: 'campaign_id', values: [campaign_id] });
    await deleteShows(tx, campaign_id);
    await deleteSharedTags(tx, campaign_id);
    await deleteReadMarks(tx, { column: 'campaign_id', value: campaign_id });
    await setCommentsState(tx, campaign_id, 'on');
  }

  /** Shared notes stay, without an author; private ones are deleted after a while, read marks at once. */
  @HandlesEvent(membershipEnded)
  async onMembershipEnded(
    { campaign_id, membership_id }: MembershipEnded,
    tx: Transaction,
  ): Promise<void> {
    await lockCampaign(tx, campaign_id);
    if (await isDeletedCampaign(tx, campaign_id)) return;
    await deleteExports(tx, { column: 'membership', value: membership_id });
    await closeNotebook(tx, { membership: membership_id, campaign: campaign_id });
    await deleteReadMarks(tx, { column: 'reader', value: membership_id });
  }

  @HandlesEvent(personDeleted)
  async onPersonDeleted({ person_id }: { person_id: string }, tx: Transaction): Promise<void> {
    await deleteUploads(tx, { column: 'uploader', value: person_id });
    // Before the uploaders: an import that is being saved adds documents.
    await anonymizeImports(tx, person_id);
    await forgetUploader(tx, person_id);
    await deleteExports(tx, { column: 'person', value: person_id });
    await anonymizeActor(tx, person_id);
    await anonymizeWriter(tx, person_id);
    await anonymizeComments(tx, person_id);
    await deleteMemberPictures(tx, { column: 'person', values: [person_id] });
    await erasePrivateNotes(tx, person_id);
    await deleteReadMarks(tx, { column: 'person', value: person_id });
    await tx.outbox.job(erasePerson, { person_id }, { delayMs: SECOND_TIME_MS });
  }

  @HandlesJob(erasePerson)
  async onErasePerson({ person_id }: { person_id: string }): Promise<void> {
    await this.uow.run(async (tx) => {
      await deleteMemberPictures(tx, { column: 'person', values: [person_id] });
      await erasePrivateNotes(tx, person_id);
      await deleteReadMarks(tx, { column: 'person', value: person_id });
      await anonymizeComments(tx, person_id);
    });
  }
}

/** Permanently deletes the documents of a campaign, or the notes of a notebook, with their ledger and changes. */
async function deleteStored(tx: Transaction, home: string): Promise<void> {
  await lockCampaign(tx, home);
  // A call that has looked up the membership before this must not add a document after it.
  await tx.query('INSERT INTO deleted_campaign (campaign_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    home,
  ]);
  await deleteDocuments(tx, home);
  await deleteLedger(tx, home);
  await deleteChanges(tx, home);
}

/** Deletes the private notes of a deleted account; notes for others stay, without an author. */
async function erasePrivateNotes(tx: Transaction, person: string): Promise<void> {
  await deletePrivateNotesOf(tx, person);
  await tx.query(
    'UPDATE notebook SET person = NULL, ended_at = coalesce(ended_at, now()) WHERE person = $1',
    [person],
  );
}

async function forgetUploader(tx: Transaction, person: string): Promise<void> {
  // Ordered by the direction in which rows move (from the trash and versions to documents), so that a row moved
  // concurrently is found in the later table.
  const tables = [
    'document',
    'trashed_document',
    'document',
    'document_version',
    'document',
    'reading',
  ];
  for (const table of tables)
    await tx.query(`UPDATE ${table} SET uploader = NULL WHERE uploader = $1`, [person]);
}
