import { Injectable } from '@nestjs/common';
import {
  ACTIVITY_PAGE_SIZE,
  activityKind,
  type ActivityAnswer,
  type ActivityEvent,
  type ActivityKind,
} from '@tomekeeper/contracts-identity';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { caller } from '../caller/caller';

interface EventRow {
  cursor: string;
  id: string;
  kind: string;
  happened_at: Date;
  client: string;
  detail: string;
}

const MAX_DETAIL_LENGTH = 100;
/** Of one account in a copy of its data: as many as anyone may want to read. */
const MAX_COPIED = 5000;

/** What happened to an account, for its owner to look through. No addresses, codes or secrets. */
@Injectable()
export class SecurityEvents {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Keeps an event, inside the transaction of what it tells about where there is one. For an account
   * that does not exist the same statement runs and keeps nothing.
   * @param detail what it was about, where the kind alone does not say it
   */
  async record(
    userId: string,
    kind: ActivityKind,
    within: Pick<Transaction, 'query'> = this.uow,
    detail = '',
  ): Promise<void> {
    await within.query(
      `INSERT INTO security_event (user_id, kind, client, detail)
       SELECT id, $2, $3, $4 FROM pool_user WHERE id = $1`,
      [userId, kind, caller().client, detail.slice(0, MAX_DETAIL_LENGTH)],
    );
  }

  /** @param before cursor of an earlier answer; without it the newest */
  async page(userId: string, before?: string): Promise<ActivityAnswer> {
    const rows = await this.uow.query<EventRow>(
      `SELECT seq::text AS cursor, id, kind, happened_at, client, detail FROM security_event
        WHERE user_id::text = $1 AND ($2::bigint IS NULL OR seq < $2)
        ORDER BY seq DESC LIMIT $3`,
      [userId, before ?? null, ACTIVITY_PAGE_SIZE + 1],
    );
    const shown = rows.slice(0, ACTIVITY_PAGE_SIZE);
    return {
      events: shown.map(toEvent),
      next: rows.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null,
    };
  }

  /** For the copy of their data that a person asks for. Newest first. */
  async all(userId: string): Promise<ActivityEvent[]> {
    const rows = await this.uow.query<EventRow>(
      `SELECT seq::text AS cursor, id, kind, happened_at, client, detail FROM security_event
        WHERE user_id = $1 ORDER BY seq DESC LIMIT ${MAX_COPIED}`,
      [userId],
    );
    return rows.map(toEvent);
  }
}

const toEvent = (row: EventRow): ActivityEvent => ({
  id: row.id,
  kind: activityKind.parse(row.kind),
  happened_at: row.happened_at.toISOString(),
  client: row.client,
  detail: row.detail,
});
