import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { type SEARCH_MODEL, WORKSPACE, type ServiceName } from '@tomekeeper/installation';

/** Programs of a service's image. The gateway has only the first. */
export const PROGRAMS = ['main', 'main.worker', 'migrate'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** A process according to a manifest, with the files that its settings reference. */
export type DescribedProcess = {
  readonly name: string;
  readonly service: ServiceName | typeof SEARCH_MODEL;
  readonly program: ProgramName;
  readonly environment: Readonly<Record<string, string>>;
};

const Verdict = z.object({
  /** Variables without a corresponding setting of the service. */
  unknown: z.array(z.string()),
  /** Settings that the service rejects or lacks. */
  problems: z.array(z.string()),
});
export const NOTHING_TO_SAY: z.infer<typeof Verdict> = { unknown: [], problems: [] };

/** Validates each process's environment with its service's configuration schema. */
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
