import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { LOG, type Log } from '@tomekeeper/service-kit';
import { randomUUID } from 'node:crypto';
import { closeConnections, noteConnections } from './presence.queries';
import { tellPresence } from './tell-presence';

/** Writes down whose streams this process has, many changes at once where many come. */
@Injectable()
export class Connections implements BeforeApplicationShutdown {
  private readonly process = randomUUID();
  /** What is not written down yet; the last word counts. */
  private readonly changes = new Map<string, boolean>();
  private isWriting = false;

  constructor(
    private readonly uow: UnitOfWork,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Somebody's first stream here was opened, or is open still; or their last one was closed. */
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
      // Who is connected is said again every minute, and who is not is no longer believed soon after.
      this.log.warn({ err: error }, 'whose streams are open could not be written down');
    } finally {
      this.isWriting = false;
    }
  }
}

const PEOPLE_AT_ONCE = 1000;
