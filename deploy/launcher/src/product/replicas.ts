import { StartupProblem } from '@tomekeeper/cli-kit';

/** Number of processes per service or worker; one for missing names. */
export type Replicas = ReadonlyMap<string, number>;

const MOST = 16;

/**
 * Parses `campaign=2,mailing-worker=3`.
 * @param known names of services and workers
 * @throws a user-facing error for an invalid text
 */
export function parseReplicas(text: string, known: readonly string[]): Replicas {
  const replicas = new Map<string, number>();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [, name = '', count = ''] = /^([^=]*)=(.*)$/.exec(entry) ?? [];
    if (name === 'gateway') throw wrong(entry, WHY_NO_GATEWAYS);
    if (!known.includes(name)) throw wrong(entry, `the names are ${known.join(', ')}`);
    if (!/^\d{1,2}$/.test(count) || Number(count) < 1 || Number(count) > MOST)
      throw wrong(entry, `${name} needs a number from 1 to ${MOST}`);
    if (replicas.has(name)) throw wrong(entry, `${name} is named twice`);
    replicas.set(name, Number(count));
  }
  return replicas;
}

const WHY_NO_GATEWAYS =
  'the gateway is the one that listens on PORT, so several of them need a balancer in front, as in deploy/k8s';

const wrong = (entry: string, why: string): StartupProblem =>
  new StartupProblem(
    `--replicas ${entry} can't be used: ${why}. An example: campaign=2,mailing-worker=3.`,
  );

/** Returns the process names: `campaign`, `campaign-2`, … */
export function processNames(name: string, replicas: Replicas): string[] {
  return Array.from({ length: replicas.get(name) ?? 1 }, (_, at) =>
    at === 0 ? name : `${name}-${at + 1}`,
  );
}

/** Whether a process belongs to a service: `campaign`, `campaign-2`, `campaign-worker`, … */
export const belongsTo = (service: string, process: string): boolean =>
  new RegExp(`^${service}(-worker)?(-\\d+)?$`).test(process);

/** Returns the name of the spare process during a rolling restart. */
export const spareOf = <Name extends string>(name: Name) => `${name}-spare` as const;
