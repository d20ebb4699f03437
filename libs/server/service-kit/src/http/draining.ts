import { setTimeout } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../health/readiness';

/** Timeout for finishing running work; orchestrators wait about as long. */
const STOP_DEADLINE_MS = 15_000;
/** Interval for closing idle connections, which would keep a server from closing. */
const SWEEP_MS = 100;
/** Only SIGTERM comes from orchestrators, which stop routing requests meanwhile; the others skip draining. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface Ending {
  readiness: Readiness;
  /** Milliseconds in which a process still accepts requests after SIGTERM. */
  drainMs: number;
  app: Pick<NestFastifyApplication, 'close' | 'getHttpServer'>;
  /** Defaults to the current process; overridden in tests. */
  process?: EndingProcess;
}

interface EndingProcess {
  on(signal: string, listener: () => void): unknown;
  exit(code: number): void;
}

const THIS_PROCESS: EndingProcess = {
  on: (signal, listener) => process.on(signal, listener),
  exit: exitNow,
};

/**
 * Terminates the process on a signal. After SIGTERM it becomes not ready and still serves until load balancers notice; SIGINT and
 * any second signal skip this.
 */
export function endBySignal({
  app,
  readiness,
  drainMs,
  process: self = THIS_PROCESS,
}: Ending): void {
  const hurry = new AbortController();
  const end = async (isPatient: boolean): Promise<void> => {
    if (readiness.isDraining) {
      hurry.abort();
      return;
    }
    readiness.drain();
    if (isPatient)
      await setTimeout(drainMs, undefined, { signal: hurry.signal }).catch(() => undefined);
    self.exit(await finish(app));
  };
  for (const signal of SIGNALS) self.on(signal, () => void end(signal === 'SIGTERM'));
}

/**
 * Stops accepting requests and finishes running ones.
 * @returns the exit code
 */
async function finish(app: Ending['app']): Promise<number> {
  const server = app.getHttpServer();
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const closed = app.close().then(
    () => 0,
    () => 1,
  );
  const code = await Promise.race([closed, setTimeout(STOP_DEADLINE_MS, 1, { ref: false })]);
  clearInterval(sweep);
  return code;
}

/**
 * Terminates this process. `process.exit` waits for pending host lookups, which run in a thread and take more than 20 seconds
 * while DNS is unresponsive. All work is done by then, so SIGTERM's default action terminates the process. PID 1 of a container
 * has no default action: it exits after the lookup, or by the orchestrator's SIGKILL.
 */
function exitNow(code: number): void {
  if (process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) {
    // Runs exit handlers, such as flushing the log.
    process.emit('exit', code);
    for (const signal of SIGNALS) process.removeAllListeners(signal);
    process.kill(process.pid, 'SIGTERM');
  }
  process.exit(code);
}

/** Sends `Connection: close` while draining, so that clients open their next connection to another replica. */
export function closeConnectionsWhileDraining(
  fastify: FastifyInstance,
  readiness: Readiness,
): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (readiness.isDraining) void reply.header('connection', 'close');
    done();
  });
}
