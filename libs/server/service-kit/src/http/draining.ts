import { setTimeout } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../health/readiness';

/** Finishing what was begun takes no longer than this; orchestrators wait about as long. */
const STOP_DEADLINE_MS = 15_000;
/** While it finishes, a connection whose call is answered is of no use, but keeps a server from closing. */
const SWEEP_MS = 100;
/** Of these only the first comes from somebody who turns callers away meanwhile. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface Ending {
  readiness: Readiness;
  /** Milliseconds in which a process still takes new calls after SIGTERM. */
  drainMs: number;
  app: Pick<NestFastifyApplication, 'close' | 'getHttpServer'>;
  /** This process, but in tests. */
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
 * Ends the process at a signal. After SIGTERM it is not ready, and still serves until
 * balancers have noticed; SIGINT leaves that out, and so does a second signal of any kind.
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

/** Takes nothing new and finishes what was begun. @returns the exit code */
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
 * Ends this process. `process.exit` waits for pending host lookups, which run in a thread and take twenty seconds and more
 * while DNS is silent. All work is done by then, so SIGTERM's default action ends the process. The first process of a
 * container has no default action: it ends with the lookup, or by the orchestrator's SIGKILL.
 */
function exitNow(code: number): void {
  if (process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) {
    // What others have put aside for the end, such as the last lines of the log.
    process.emit('exit', code);
    for (const signal of SIGNALS) process.removeAllListeners(signal);
    process.kill(process.pid, 'SIGTERM');
  }
  process.exit(code);
}

/** Answers `Connection: close` while draining, so that clients open their next connection elsewhere. */
export function closeConnectionsWhileDraining(
  fastify: FastifyInstance,
  readiness: Readiness,
): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (readiness.isDraining) void reply.header('connection', 'close');
    done();
  });
}
