import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readJson, writeJson } from '@tomekeeper/cli-kit';

/** Request of `npm run roll` to a running launcher. */
const Request = z.object({ id: z.string(), name: z.string() });
export type RollRequest = z.infer<typeof Request>;

/** How far the launcher is with it. */
const Report = z.object({
  id: z.string(),
  steps: z.array(z.string()),
  /** There when it is over. */
  outcome: z.object({ ok: z.boolean(), words: z.string() }).optional(),
});
export type RollReport = z.infer<typeof Report>;

/**
 * How the command and the launcher talk: two files in a folder that only their user can enter, as single
 * parts are held by files there.
 */
export class RollFiles {
  private readonly request: string;
  private readonly report: string;

  constructor(run: string) {
    this.request = path.join(run, 'roll.request.json');
    this.report = path.join(run, 'roll.json');
  }

  ask(request: RollRequest): Promise<void> {
    return writeJson(this.request, request);
  }

  async withdraw(): Promise<void> {
    await fs.rm(this.request, { force: true });
  }

  /** Takes the request and deletes its file, so that it is served once. */
  async take(): Promise<RollRequest | undefined> {
    const request = Request.safeParse(await readJson(this.request).catch(() => undefined)).data;
    if (request) await this.withdraw();
    return request;
  }

  tell(report: RollReport): Promise<void> {
    return writeJson(this.report, report);
  }

  async told(id: string): Promise<RollReport | undefined> {
    const report = Report.safeParse(await readJson(this.report).catch(() => undefined)).data;
    return report?.id === id ? report : undefined;
  }
}
