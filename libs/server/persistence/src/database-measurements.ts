import type { Metrics } from '@tomekeeper/service-kit';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** How busy this process's connections are, and what its service has not handed to the queues yet. */
export function measureDatabase(metrics: Metrics, database: DataSource): void {
  metrics.measure({
    name: 'database_connections',
    help: 'Connections of this process: in use, idle; and callers that wait for one.',
    labelNames: ['state'],
    read: () => {
      // TypeORM does not tell; this is its own pool.
      const { master } = database.driver as unknown as { master: Pool };
      const { totalCount, idleCount, waitingCount } = master;
      return [
        { labels: { state: 'used' }, value: totalCount - idleCount },
        { labels: { state: 'idle' }, value: idleCount },
        { labels: { state: 'waiting' }, value: waitingCount },
      ];
    },
  });
  metrics.measure({
    name: 'database_connections_limit',
    help: 'Most connections that this process may have.',
    read: () => {
      const { master } = database.driver as unknown as { master: Pool };
      return [{ value: master.options.max }];
    },
  });
  metrics.measure({
    name: 'outbox_oldest_seconds',
    help: 'Age of what has waited longest in the outbox for the queues; 0 where nothing waits.',
    read: async () => {
      const rows: { seconds: number }[] = await database.query(
        `SELECT extract(epoch FROM now() - created_at)::float8 AS seconds
           FROM outbox ORDER BY seq LIMIT 1`,
      );
      return [{ value: rows[0]?.seconds ?? 0 }];
    },
  });
}
