import { Pool } from 'pg';
import { ignoreIdleError, QUEUE_SCHEMA } from './queue-backend';

/** Clocks may differ by this much before anything is thought of it. */
const SLACK_MS = 10_000;

/**
 * BullMQ writes times by the clock of whichever process writes. While a host's clock is ahead, tries are put
 * off, jobs are locked and schedules set until a time that comes hours later when the clock is right again.
 * What lies further ahead than it was ever meant to be is made what it would be now, by the database's clock;
 * a process whose own clock is off ($2) touches nothing.
 */
const MEND = `
  WITH clock AS (
    SELECT now FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now) AS here
     WHERE abs(now - $2::bigint) < ${SLACK_MS}
  ), delayed AS (
    UPDATE ${QUEUE_SCHEMA}.job SET process_at_ms = clock.now + delay_ms FROM clock
     WHERE queue = ANY ($1) AND state = 'delayed' AND scheduler_id IS NULL
       AND process_at_ms > clock.now + delay_ms + ${SLACK_MS}
    RETURNING queue
  ), locked AS (
    UPDATE ${QUEUE_SCHEMA}.job SET locked_until_ms = clock.now + $3 FROM clock
     WHERE queue = ANY ($1) AND state = 'active' AND locked_until_ms > clock.now + $3 + ${SLACK_MS}
  ), checked AS (
    DELETE FROM ${QUEUE_SCHEMA}.meta USING clock
     WHERE queue = ANY ($1) AND field = 'stalled-check' AND value::bigint > clock.now + ${SLACK_MS}
  ), scheduled AS (
    DELETE FROM ${QUEUE_SCHEMA}.scheduler USING clock
     WHERE queue = ANY ($1) AND next_run_ms > clock.now + every_ms + ${SLACK_MS}
    RETURNING queue, scheduler_id
  ), runs AS (
    DELETE FROM ${QUEUE_SCHEMA}.job AS run USING scheduled
     WHERE run.queue = scheduled.queue AND run.scheduler_id = scheduled.scheduler_id
       AND run.state IN ('delayed', 'waiting')
  ), woken AS (
    SELECT pg_notify('bullmq_jobs', queue) FROM delayed GROUP BY queue
  )
  SELECT (SELECT count(*) FROM scheduled)::int AS schedules, (SELECT count(*) FROM woken) AS woken`;

/** Sets right what a clock that was ahead has left in the queues' tables. */
export class ClockMending {
  private readonly pool: Pool;

  constructor(
    url: string,
    private readonly lockMs: number,
  ) {
    this.pool = new Pool({
      connectionString: url,
      max: 1,
      idleTimeoutMillis: 1000,
      connectionTimeoutMillis: 5000,
      statement_timeout: 5000,
    });
    this.pool.on('error', ignoreIdleError);
  }

  /** @returns whether schedules are gone and must be made anew */
  async mend(queues: readonly string[]): Promise<boolean> {
    const { rows } = await this.pool.query<{ schedules: number }>(MEND, [
      [...queues],
      Date.now(),
      this.lockMs,
    ]);
    return (rows[0]?.schedules ?? 0) > 0;
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
