import { progress, errorMessage } from '@tomekeeper/cli-kit';
import { RollFiles, type RollReport, type RollRequest } from '@tomekeeper/shipping';

const LOOK_EVERY_MS = 2_000;

/**
 * @param tell receives a sentence for each step
 * @throws a user-facing error when it stops halfway
 */
type Renew = (name: string, tell: (step: string) => void) => Promise<void>;

/** Serves the requests of `npm run roll` sequentially. */
export class RollRequestHandler {
  private readonly files: RollFiles;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    run: string,
    private readonly renew: Renew,
  ) {
    this.files = new RollFiles(run);
  }

  /** Drops a request to an earlier launcher: every process has just been started. */
  async open(): Promise<void> {
    await this.files.withdraw();
    this.plan();
  }

  close(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private plan(): void {
    if (!this.isStopped) this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS);
  }

  private async look(): Promise<void> {
    const request = await this.files.take().catch(() => undefined);
    if (request) await this.serve(request);
    this.plan();
  }

  private async serve({ id, name }: RollRequest): Promise<void> {
    let report: RollReport = { id, steps: [] };
    let written: Promise<void> = Promise.resolve();
    const write = (next: RollReport): Promise<void> => {
      report = next;
      // A rolling restart continues when its report cannot be written, as on a full disk.
      written = written.then(() => this.files.tell(next)).catch(() => undefined);
      return written;
    };
    await write(report);
    try {
      await this.renew(name, (step) => {
        progress.note(step);
        void write({ ...report, steps: [...report.steps, step] });
      });
      const words = `All ${name} processes were restarted`;
      progress.done(words);
      await write({ ...report, outcome: { ok: true, words } });
    } catch (error) {
      const words = errorMessage(error);
      if (!this.isStopped) progress.failed(words);
      await write({ ...report, outcome: { ok: false, words } });
    }
  }
}
