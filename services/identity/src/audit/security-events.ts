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
/** Upper bound of events in one data export. */
const MAX_COPIED = 5000;

/** Security events of an account, readable by its owner. Contains no addresses, codes or secrets. */
@Injectable()
export class SecurityEvents {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Stores an event in the caller's transaction, if there is one. For an account that does not exist the same statement
   * runs and stores nothing, so that the response time is the same.
   * @param detail details that the event kind does not contain
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

  /** @param before cursor of the previous page; without it returns the newest events */
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

  /** Returns the events for a data export, newest first. */
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
