import { z } from 'zod';
import { canListen, freePort, StartupProblem, readJson, writeJson } from '@tomekeeper/cli-kit';

const Remembered = z.record(z.string(), z.number().int());

/** A well-known port. */
export type PublicPort = {
  readonly port: number;
  readonly host: string;
  readonly purpose: string;
  readonly variable: string;
};

/** Public ports must not change: a link in yesterday's mail must work. */
export async function requireFree(ports: readonly PublicPort[]): Promise<void> {
  for (const { port, host, purpose, variable } of ports) {
    if (await canListen(port, host)) continue;
    throw new StartupProblem(
      `Port ${port} (${purpose}) is in use by another program: stop it, or choose another port with ${variable}=<port>.`,
    );
  }
}

/** Assigns a free port to every name, if possible the previous one. */
export async function assignPorts<Name extends string>(
  file: string,
  names: readonly Name[],
  taken: readonly number[],
): Promise<Record<Name, number>> {
  const remembered = Remembered.catch({}).parse(await readJson(file).catch(() => ({})));
  const used = new Set(taken);
  const chosen = new Map<Name, number>();
  for (const name of names) {
    let port = remembered[name] ?? (await freePort());
    while (used.has(port) || !(await canListen(port))) port = await freePort();
    used.add(port);
    chosen.set(name, port);
  }
  const ports = Object.fromEntries(chosen) as Record<Name, number>;
  await writeJson(file, ports);
  return ports;
}
