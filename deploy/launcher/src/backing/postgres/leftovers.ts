import fs from 'node:fs/promises';
import path from 'node:path';
import {
  endProcess,
  findProcess,
  processesWorkingIn,
  signal,
  waitUntil,
  errorCode,
  StartupProblem,
} from '@tomekeeper/cli-kit';

/** Cleans up after a killed launcher: stops a server that still runs on this data, and removes a stale lock file. */
export async function clearLeftovers(pgdata: string): Promise<void> {
  const lock = path.join(pgdata, 'postmaster.pid');
  const text = await fs.readFile(lock, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (isServerOf(pid, pgdata)) {
    // SIGINT is PostgreSQL's fast shutdown, which rolls back open transactions and writes everything.
    await endProcess(pid, { kindly: 'SIGINT', grace: 30_000 });
  }
  // Sessions may briefly outlive a killed server and still write: never start a second server while they run.
  const alone = await waitUntil(() => processesWorkingIn(pgdata).length === 0, 2_000);
  if (!alone) {
    for (const left of processesWorkingIn(pgdata)) signal(left.pid, 'SIGQUIT');
    if (!(await waitUntil(() => processesWorkingIn(pgdata).length === 0, 10_000))) {
      throw new StartupProblem(
        `Another PostgreSQL is still using ${pgdata} and does not stop: end process ${processesWorkingIn(pgdata)[0]?.pid} and start again.`,
      );
    }
  }
  // PostgreSQL would mistake a zombie, or another process with the same pid, for its previous instance.
  await fs.rm(lock, { force: true });
}

function isServerOf(pid: number, pgdata: string): boolean {
  const running = findProcess(pid);
  return running !== undefined && running.command.includes(pgdata);
}
