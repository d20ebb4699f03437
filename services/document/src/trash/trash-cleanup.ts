import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { deleteDueVersions, deletePermanently } from '../storage/object-removal';
import { deleteOldNoteVersions } from '../passages/editing/prune-history';
import { dueInTrash, isStillDue } from './trashed-documents';

/**
 * Permanently deletes documents whose time in the trash is over, versions of files that were replaced as long ago, and old versions
 * of notes.
 */
@Injectable()
export class TrashCleanup {
  constructor(private readonly uow: UnitOfWork) {}

  async sweep(): Promise<void> {
    for (let due = await dueInTrash(this.uow); due.length > 0; due = await dueInTrash(this.uow))
      // One by one: what is restored in this moment is left alone.
      for (const id of due)
        await this.uow.run(async (tx) => {
          if (await isStillDue(tx, id)) await deletePermanently(tx, id);
        });
    while ((await this.uow.run(deleteDueVersions)) > 0);
    while ((await this.uow.run(deleteOldNoteVersions)) > 0);
  }
}
