import { waitUntil, errorMessage, StartupProblem } from '@tomekeeper/cli-kit';
import type { Group } from '../product/product';
import type { Supervisor } from '../supervision/supervisor';

const NOTICED_WITHIN_MS = 10_000;

type Supervising = Pick<Supervisor, 'add' | 'remove' | 'renew' | 'stateOf'>;

/**
 * Renews the processes of a group one after the other, without reducing capacity: a spare process takes over each one's
 * calls, and proves that the new build works.
 * @param tell receives a sentence for each step
 */
export async function roll(
  { name, processes, spare, isSpareKnown }: Group,
  supervisor: Supervising,
  tell: (step: string) => void,
): Promise<void> {
  const running = processes.filter((process) => supervisor.stateOf(process) === 'running');
  if (running.length === 0)
    throw new StartupProblem(
      `${name} is not running, so nothing was restarted: see ctl.mjs status.`,
    );
  // A spare process of an earlier attempt has an older build.
  await supervisor.remove(spare.name);
  tell(`${spare.name} is starting and replaces each process while it restarts`);
  await supervisor.add(spare).catch((error: unknown) => {
    throw new StartupProblem(
      `The new ${name} did not become ready. The previous processes keep running. ${errorMessage(error)}`,
    );
  });
  // If undetected in time, the retry of each call reaches it.
  await waitUntil(isSpareKnown, NOTICED_WITHIN_MS, 100);
  for (const process of running) {
    tell(`Restarting ${process}`);
    await supervisor.renew(process).catch((error: unknown) => {
      throw new StartupProblem(
        `${process} did not restart, so the roll was stopped. ${errorMessage(error)} The launcher keeps retrying, and ${spare.name} replaces the process until the next roll or start.`,
      );
    });
  }
  await supervisor.remove(spare.name);
  for (const process of processes)
    if (!running.includes(process)) tell(`${process} was not running and was skipped`);
}
