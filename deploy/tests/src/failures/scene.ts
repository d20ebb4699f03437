import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Client } from 'pg';
import { freePort, sleep, waitUntil } from '@tomekeeper/cli-kit';
import { startMailInbox, type MailInbox } from '@tomekeeper/launcher/backing';
import { signUp } from '@tomekeeper/launcher/demo';
import { Memory } from '../kills/memory';
import { PeopleAtWork } from '../kills/people-at-work';
import { Product } from '../product/product';
import { FaultyLine } from './faulty-line';
import { scrape, type Sample } from './metrics';
import { ACTIONS, Visitor, type Action, type Seen } from './visitor';
import type { Volume } from './volume';

const STORE = path.resolve(__dirname, '../../../object-store/dist/main.js');
const SHIFTED_CLOCK = path.join(__dirname, 'shifted-clock.cjs');
/** Enough time for every action, and for the next measurement. */
const TIMEOUT_MS = 240_000;
const KEYS = { id: 'failures', secret: 'failures-of-every-kind' };

/** A product with faulty connections to its object store and mail server, and simulated users. */
export class Scene {
  readonly memory = new Memory();
  private readonly open: Client[] = [];
  private work: PeopleAtWork | undefined;

  private constructor(
    readonly product: Product,
    readonly visitor: Visitor,
    readonly storeLine: FaultyLine,
    readonly mailLine: FaultyLine,
    private readonly store: ChildProcess,
    private readonly mail: MailInbox,
    private readonly folder: string,
    private readonly volume: Volume | undefined,
  ) {}

  /**
   * @param volume for all data, if available
   * @param settings in addition to the default settings
   */
  static async set(volume?: Volume, settings: NodeJS.ProcessEnv = {}): Promise<Scene> {
    const folder =
      volume?.folder ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-failures-')));
    const ports = await Promise.all(Array.from({ length: 4 }, () => freePort()));
    const [smtp = 0, smtpLine = 0, stored = 0, storeLine = 0] = ports;
    const clock = path.join(folder, 'clock-offset');
    // Reserves its space, because the disk may be full later.
    await fs.writeFile(clock, '0'.padEnd(32));
    const shifted = { CLOCK_OFFSET_FILE: clock, NODE_OPTIONS: `--require ${SHIFTED_CLOCK}` };
    const mail = await startMailInbox({ smtpPort: smtp, dir: path.join(folder, 'mail') });
    const lines = [
      await FaultyLine.open(storeLine, stored),
      await FaultyLine.open(smtpLine, smtp),
    ] as const;
    const store = spawn(process.execPath, [STORE], {
      stdio: 'ignore',
      env: {
        ...process.env,
        ...shifted,
        OBJECT_STORE_DIR: path.join(folder, 'objects'),
        OBJECT_STORE_PORT: String(stored),
        OBJECT_STORE_ACCESS_KEY_ID: KEYS.id,
        OBJECT_STORE_SECRET_ACCESS_KEY: KEYS.secret,
        OBJECT_STORE_BUCKETS: 'failures',
      },
    });
    const product = await Product.start({
      dataDir: path.join(folder, 'data'),
      environment: {
        ...shifted,
        ...settings,
        MAIL_UI_PORT: new URL(mail.webUrl).port,
        SMTP_URL: `smtp://127.0.0.1:${smtpLine}`,
        S3_ENDPOINT: `http://127.0.0.1:${storeLine}`,
        S3_BUCKET: 'failures',
        S3_ACCESS_KEY_ID: KEYS.id,
        S3_SECRET_ACCESS_KEY: KEYS.secret,
        S3_FORCE_PATH_STYLE: 'true',
      },
    });
    const visitor = new Visitor(product, await signUp(product));
    await visitor.settleIn();
    return new Scene(product, visitor, ...lines, store, mail, folder, volume);
  }

  /** Starts the simulated users, or resumes them. */
  async begin(): Promise<void> {
    const crowd = { gms: 6, players: 2, slowness: 4 };
    this.work ??= await PeopleAtWork.gather(this.product, this.memory, crowd);
    this.work.begin();
  }

  async rest(): Promise<void> {
    await this.work?.rest();
  }

  /** Repairs all faults and stops the users. */
  async heal(): Promise<void> {
    this.volume?.empty();
    this.storeLine.mend();
    this.mailLine.mend();
    await this.setClock(0);
    await this.disconnect();
    await this.rest();
    await this.product.control('start', 'postgres');
  }

  /** Connects to the database as administrator, until the end of the test. */
  async connect(): Promise<Client> {
    const client = await this.product.connect();
    this.open.push(client);
    return client;
  }

  /** Closes the connections, which releases their locks. */
  async disconnect(): Promise<void> {
    await Promise.all(this.open.splice(0).map((client) => client.end().catch(() => undefined)));
  }

  /** Shifts the clock of every process except PostgreSQL. */
  async setClock(offsetMs: number): Promise<void> {
    const file = await fs.open(path.join(this.folder, 'clock-offset'), 'r+');
    await file.write(String(offsetMs).padEnd(32), 0);
    await file.close();
    // Each process polls the file every 100 ms.
    await sleep(1_000);
  }

  /** Runs every action of the visitor once, concurrently. */
  tryAll(actions: readonly Action[] = ACTIONS): Promise<Seen[]> {
    return Promise.all(actions.map((action) => this.visitor.see(action)));
  }

  /** Repeats all actions of the visitor until `isOver` returns true. */
  async watch(isOver: (seen: readonly Seen[]) => boolean | Promise<boolean>): Promise<Seen[]> {
    const seen: Seen[] = [];
    const enough = async () => {
      seen.push(...(await this.tryAll()));
      return isOver(seen);
    };
    if (!(await waitUntil(enough, TIMEOUT_MS, 500)))
      throw new Error(`This did not come: ${isOver}\n${describeSeen(seen)}`);
    return seen;
  }

  measured(): Promise<Sample[]> {
    return scrape(this.product);
  }

  /** Waits until scraped metrics satisfy the predicate. */
  async untilMeasured(
    isTrue: (samples: readonly Sample[]) => boolean | Promise<boolean>,
  ): Promise<Sample[]> {
    let samples: Sample[] = [];
    const look = async () => isTrue((samples = await this.measured()));
    if (!(await waitUntil(look, TIMEOUT_MS, 1_000)))
      throw new Error(`This was never measured: ${isTrue}`);
    return samples;
  }

  /** Returns the lines of /readyz that are not `ok`. */
  async unready(): Promise<string[]> {
    const answer = await fetch(`${this.product.url}/readyz`);
    const { parts } = (await answer.json()) as { parts: Record<string, string> };
    return Object.entries(parts).flatMap(([part, state]) => (state === 'ok' ? [] : [part]));
  }

  async untilUnready(part: string): Promise<void> {
    const isShown = async () => (await this.unready()).includes(part);
    if (!(await waitUntil(isShown, TIMEOUT_MS, 500)))
      throw new Error(`/readyz never showed that ${part} is away.`);
  }

  /** Counts the mails to an address. */
  async mailsTo(address: string): Promise<number> {
    return (await this.textsTo(address)).length;
  }

  async textsTo(address: string): Promise<string[]> {
    const mails = (await this.product.mails()).filter(({ to }) => to.includes(address));
    return mails.map(({ text }) => text);
  }

  /** Whether the store contains the object. */
  async holdsObject(key: string): Promise<boolean> {
    const name = createHash('sha256').update(key).digest('hex');
    const file = path.join(this.folder, 'objects/failures/objects', name.slice(0, 2), name);
    return fs.access(file).then(
      () => true,
      () => false,
    );
  }

  /** Returns files of unfinished or aborted uploads. */
  halfUploads(): Promise<string[]> {
    return fs.readdir(path.join(this.folder, 'objects/.incoming'));
  }

  /** Whether every action of the visitor succeeds. */
  async worksAgain(): Promise<boolean> {
    const seen = await this.tryAll();
    return seen.every(({ status }) => status === 200 || status === 201);
  }

  until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    return this.product.until(what, isSo);
  }

  /** Returns the log lines of unacceptable responses, by correlation id. */
  async reasons(): Promise<string[]> {
    const ids = this.memory.broken.flatMap(
      (one) => /"correlation_id":"([\w-]+)"/.exec(one)?.[1] ?? [],
    );
    const folder = path.join(this.product.dataDir, 'logs');
    const names = await fs.readdir(folder);
    const logs = await Promise.all(
      names.map((name) => fs.readFile(path.join(folder, name), 'utf8')),
    );
    return logs
      .flatMap((log) => log.split('\n'))
      .filter((line) => line.includes('request failed') && ids.some((id) => line.includes(id)));
  }

  async close(): Promise<void> {
    await this.rest();
    await this.product.remove();
    await this.storeLine.close();
    await this.mailLine.close();
    await this.mail.stop();
    if (this.store.exitCode === null && this.store.signalCode === null) {
      this.store.kill();
      await once(this.store, 'exit');
    }
    // The test that created a volume removes it.
    if (!this.volume) await fs.rm(this.folder, { recursive: true });
  }
}

/** Summarizes distinct responses with their number and the longest duration. */
export function describeSeen(seen: readonly Seen[]): string {
  const kinds = new Map<string, { times: number; slowest: number }>();
  for (const { action, status, words, milliseconds } of seen) {
    const kind = `${action.padEnd(18)} ${status} ${words.slice(0, 110)}`;
    const known = kinds.get(kind) ?? { times: 0, slowest: 0 };
    kinds.set(kind, {
      times: known.times + 1,
      slowest: Math.max(known.slowest, milliseconds),
    });
  }
  return [...kinds]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([kind, { times, slowest }]) => `${kind} × ${times}, slowest ${Math.round(slowest)} ms`)
    .join('\n');
}
