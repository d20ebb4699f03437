import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { type SEARCH_MODEL, WORKSPACE, type ServiceName } from '@tomekeeper/installation';

/** The programs of a service's image. The gateway has the first only. */
export const PROGRAMS = ['main', 'main.worker', 'migrate'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** A process as a manifest describes it; files that its settings name are at hand. */
export type DescribedProcess = {
  readonly name: string;
  readonly service: ServiceName | typeof SEARCH_MODEL;
  readonly program: ProgramName;
  readonly environment: Readonly<Record<string, string>>;
};

const Verdict = z.object({
  /** Variables that the service has no setting for. */
  unknown: z.array(z.string()),
  /** Settings that the service refuses, or misses. */
  problems: z.array(z.string()),
});
export const NOTHING_TO_SAY: z.infer<typeof Verdict> = { unknown: [], problems: [] };

/** What each service says, by process, to the environment that a manifest gives it. */
export function judgeSettings(
  processes: readonly DescribedProcess[],
): Readonly<Record<string, z.infer<typeof Verdict>>> {
  const program = path.join(__dirname, 'settings-judge.cjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], {
    encoding: 'utf8',
    input: JSON.stringify({ workspace: WORKSPACE, processes }),
  });
  if (status !== 0) throw new Error(`The services' settings can't be read: ${stderr}`);
  return z.record(z.string(), Verdict).parse(JSON.parse(stdout));
}
