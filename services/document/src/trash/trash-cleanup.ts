import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { deleteDueVersions, deletePermanently } from '../storage/object-removal';
import { deleteOldNoteVersions } from '../passages/editing/prune-history';
import { lockDocument } from '../passages/invalidation-events';
import { deleteDuePrivateNotes } from './private-notes';
import { isStillOld, oldHandouts } from './old-handouts';
import { dueInTrash, isStillDue } from './trashed-documents';

/** Permanently deletes documents, hidden handouts, private notes of former members, replaced files and note versions past their retention. */
@Injectable()
export class TrashCleanup {
  constructor(private readonly uow: UnitOfWork) {}

  async sweep(): Promise<void> {
    for (let due = await dueInTrash(this.uow); due.length > 0; due = await dueInTrash(this.uow))
      // One transaction per document, so that a concurrent restore is respected.
      for (const id of due)
        await this.uow.run(async (tx) => {
          if (await isStillDue(tx, id)) await deletePermanently(tx, id);
        });
    for (let due = await oldHandouts(this.uow); due.length > 0; due = await oldHandouts(this.uow))
      for (const { id, source } of due)
        await this.uow.run(async (tx) => {
          // Changes of a handout lock its source first.
          await lockDocument(tx, source);
          if (await isStillOld(tx, id)) await deletePermanently(tx, id, 'document');
        });
    while ((await this.uow.run(deleteDuePrivateNotes)) > 0);
    while ((await this.uow.run(deleteDueVersions)) > 0);
    while ((await this.uow.run(deleteOldNoteVersions)) > 0);
  }
}
