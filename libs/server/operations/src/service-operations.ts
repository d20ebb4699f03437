import type { OutboxState, ServiceState } from '@tomekeeper/contracts-operations';
import type { ServiceName } from '@tomekeeper/contracts-events';
import type { UnitOfWork } from '@tomekeeper/persistence';
import { withTimeout, type Log, type Replica } from '@tomekeeper/service-kit';
import type { QueueOperations } from './queue-operations';
import type { ServiceFigures } from './service-figures';

/** Timeout after which a part counts as unreachable, shorter than the gateway's timeout for the whole request. */
const PATIENCE_MS = 3_000;
/** Maximum reported count. */
const MAX_COUNTED = 10_000;

/** Parts whose state is reported. */
export interface Asked {
  queues: QueueOperations;
  uow: UnitOfWork;
  figures: ServiceFigures;
}

/** State of a service. */
export class ServiceOperations {
  constructor(
    private readonly service: ServiceName,
    private readonly replica: Replica,
    private readonly asked: Asked,
    private readonly log: Pick<Log, 'warn'>,
  ) {}

  async state(): Promise<ServiceState> {
    const [queues, outbox, figures] = await Promise.all([
      this.orNull('queues', this.asked.queues.states()),
      this.orNull('outbox', this.outbox()),
      this.orNull('figures', this.asked.figures.all()),
    ]);
    const { version, startedAt, instance } = this.replica;
    return {
      service: this.service,
      version,
      started_at: startedAt.toISOString(),
      instance,
      queues,
      outbox,
      ...(!this.asked.figures.isEmpty && { figures }),
    };
  }

  private async outbox(): Promise<OutboxState> {
    const [row] = await this.asked.uow.query<{ waiting: number; seconds: number }>(
      `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM outbox LIMIT ${MAX_COUNTED}) AS counted) AS waiting,
              coalesce((SELECT extract(epoch FROM now() - created_at)::float8
                          FROM outbox ORDER BY seq LIMIT 1), 0) AS seconds`,
    );
    return {
      waiting: row?.waiting ?? 0,
      oldest_seconds: Math.max(0, Math.round(row?.seconds ?? 0)),
    };
  }

  /** An unreachable part must not hide the others: operators open this page during incidents. */
  private async orNull<Value>(part: string, state: Promise<Value>): Promise<Value | null> {
    try {
      return await withTimeout(state, PATIENCE_MS);
    } catch (error) {
      this.log.warn({ err: error, part }, 'operations: a process can not be reached');
      return null;
    }
  }
}
