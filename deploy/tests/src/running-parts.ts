import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { sleep } from '@tomekeeper/program-kit';

const State = z.record(z.string(), z.object({ state: z.string(), pid: z.number().optional() }));
const Secrets = z.looseObject({ poolId: z.string(), poolClientId: z.string() });

/** What the data folder of a running product tells about its processes. */
export class RunningParts {
  constructor(private readonly dataDir: string) {}

  async state(): Promise<z.infer<typeof State>> {
    for (;;) {
      // A launcher that was killed, or that starts, has not written it yet.
      const state = State.safeParse(await this.json('run/state.json').catch(() => undefined));
      if (state.success) return state.data;
      await sleep(50);
    }
  }

  /** `kill -9`. @returns asks whether it runs again */
  async kill(part: string): Promise<() => Promise<boolean>> {
    const victim = (await this.state())[part]?.pid;
    if (victim === undefined) throw new Error(`${part} does not run`);
    process.kill(victim, 'SIGKILL');
    return async () => {
      const now = (await this.state())[part];
      return now?.state === 'running' && now.pid !== victim;
    };
  }

  /** @param url of the product */
  async pool(url: string): Promise<{ endpoint: string; poolId: string; clientId: string }> {
    const { poolId, poolClientId } = Secrets.parse(await this.json('secrets.json'));
    return { endpoint: `${url}/idp`, poolId, clientId: poolClientId };
  }

  async json(file: string): Promise<unknown> {
    return JSON.parse(await fs.readFile(path.join(this.dataDir, file), 'utf8')) as unknown;
  }
}
