import { waitUntil, errorMessage, StartupProblem } from '@tomekeeper/program-kit';
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
    throw new StartupProblem(`${name} does not run, so nothing is renewed: see ctl.mjs status.`);
  // A spare process of an earlier attempt has an older build.
  await supervisor.remove(spare.name);
  tell(`${spare.name} starts; it stands in for each of the others`);
  await supervisor.add(spare).catch((error: unknown) => {
    throw new StartupProblem(
      `The new ${name} did not become ready, so all that ran before runs on as it was. ${errorMessage(error)}`,
    );
  });
  // If undetected in time, the retry of each call reaches it.
  await waitUntil(isSpareKnown, NOTICED_WITHIN_MS, 100);
  for (const process of running) {
    tell(`${process} is renewed`);
    await supervisor.renew(process).catch((error: unknown) => {
      throw new StartupProblem(
        `${process} did not come back, so no other is renewed. ${errorMessage(error)} It is tried again and again, and ${spare.name} stands in for it until the next roll or start.`,
      );
    });
  }
  await supervisor.remove(spare.name);
  for (const process of processes)
    if (!running.includes(process)) tell(`${process} did not run and was left alone`);
}
