import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '@tomekeeper/program-kit';
import { ProductUnderFire } from '../kills/product-under-fire';
import { RunningParts } from '../running-parts';

const ROLL = path.resolve(__dirname, '../../../shipping/bin/roll.mjs');
const PATIENCE_MS = 240_000;

const REPLICAS = 'campaign=2,mailing-worker=3';

/** A running product with several processes of some services. */
export class ReplicatedProduct {
  private readonly running: RunningParts;

  private constructor(
    readonly url: string,
    readonly inboxUrl: string,
    private readonly dataDir: string,
    readonly stop: () => Promise<void>,
  ) {
    this.running = new RunningParts(dataDir);
  }

  /** `E2E_URL`, `E2E_MAIL_URL` and `E2E_DATA_DIR` name one that runs already, with REPLICAS and high limits. */
  static async start(): Promise<ReplicatedProduct> {
    const { E2E_URL: url, E2E_MAIL_URL: inbox, E2E_DATA_DIR: dataDir } = process.env;
    if (url && inbox && dataDir)
      return new ReplicatedProduct(url, inbox, dataDir, async () => undefined);
    process.env['REPLICAS'] = REPLICAS;
    const product = await ProductUnderFire.start({ cuts: 0 });
    return new ReplicatedProduct(product.url, product.inboxUrl, product.dataDir, () =>
      product.stop(),
    );
  }

  pool(): Promise<{ endpoint: string; poolId: string; clientId: string }> {
    return this.running.pool(this.url);
  }

  /** `npm run roll -- <name>` as an operator types it, with what is built. */
  async roll(name: string): Promise<string> {
    const env = { ...process.env, DATA_DIR: this.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [ROLL, name, '--as-built'], {
      env,
    });
    return stdout;
  }

  /** `kill -9`, then waits until it runs again. */
  async kill(part: string): Promise<void> {
    await this.until(`${part} runs again`, await this.running.kill(part));
  }

  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    if (!(await waitUntil(isSo, PATIENCE_MS, 200))) throw new Error(`Not in time: ${what}.`);
  }

  async pids(): Promise<Map<string, number | undefined>> {
    return new Map(
      Object.entries(await this.running.state()).map(([name, { pid }]) => [name, pid]),
    );
  }
}
