import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { LOG, type Log } from '@tomekeeper/service-kit';
import { randomUUID } from 'node:crypto';
import { closeConnections, noteConnections } from './presence.queries';
import { tellPresence } from './tell-presence';

/** Records in the database which users have streams in this process; batches concurrent changes. */
@Injectable()
export class Connections implements BeforeApplicationShutdown {
  private readonly process = randomUUID();
  /** Unwritten changes by user; the last one wins. */
  private readonly changes = new Map<string, boolean>();
  private isWriting = false;

  constructor(
    private readonly uow: UnitOfWork,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Records that users have an open stream in this process, or that their last one closed. */
  note(people: readonly string[], isOpen: boolean): void {
    for (const person of people) this.changes.set(person, isOpen);
    void this.write();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await closeConnections(this.uow, this.process).catch(() => undefined);
  }

  private async write(): Promise<void> {
    if (this.isWriting) return;
    this.isWriting = true;
    try {
      while (this.changes.size > 0) {
        const changes = [...this.changes].slice(0, PEOPLE_AT_ONCE);
        for (const [person] of changes) this.changes.delete(person);
        const peopleWho = (are: boolean) =>
          changes.flatMap(([person, isOpen]) => (isOpen === are ? [person] : []));
        await this.uow.run(async (tx) => {
          const people = { open: peopleWho(true), closed: peopleWho(false) };
          for (const person of await noteConnections(tx, this.process, people))
            await tx.outbox.job(tellPresence, { person });
        });
      }
    } catch (error) {
      // The next minute's refresh repeats open connections, and stale rows expire soon after.
      this.log.warn({ err: error }, 'whose streams are open could not be written down');
    } finally {
      this.isWriting = false;
    }
  }
}

const PEOPLE_AT_ONCE = 1000;
