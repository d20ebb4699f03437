import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { Agent, fetch as fetchBy } from 'undici';
import { z } from 'zod';
import {
  PoolRefusal,
  poolOf,
  productClient,
  signUp,
  type Person,
  type Place,
} from '@tomekeeper/launcher/demo';
import { sleep } from '@tomekeeper/cli-kit';

type Fetch = typeof globalThis.fetch;
type Worker = { readonly person: Person; readonly campaign: string };

const PEOPLE = 3;
const PAUSE_MS = 50;
const Link = z.object({ url: z.string() });

/** Users who sign in, read, upload and download in rounds, from a separate address. */
export class People {
  readonly failures: string[] = [];
  /** Milliseconds of each call since the last report. */
  private times: number[] = [];
  private working = true;
  private loops: Promise<void>[] = [];
  private readonly fetch: Fetch;

  private constructor(
    private readonly place: Place,
    from: string,
  ) {
    const dispatcher = new Agent({ connect: { localAddress: from, family: 4 } });
    this.fetch = (async (url: string, init: object) => {
      const began = performance.now();
      const answer = await fetchBy(url, { ...init, dispatcher });
      this.times.push(performance.now() - began);
      return answer;
    }) as unknown as Fetch;
  }

  static async begin(place: Place, from: string): Promise<People> {
    const people = new People(place, from);
    const workers: Worker[] = [];
    for (let n = 0; n < PEOPLE; n++) workers.push(await people.arrive());
    people.loops = workers.map((worker) => people.work(worker));
    return people;
  }

  /** Returns the number of calls and the 95th percentile of their durations since the last report. */
  report(): { calls: number; p95: number } {
    const times = this.times.sort((a, b) => a - b);
    this.times = [];
    return { calls: times.length, p95: Math.round(times[Math.floor(times.length * 0.95)] ?? 0) };
  }

  async rest(): Promise<void> {
    this.working = false;
    await Promise.all(this.loops);
  }

  private async arrive(): Promise<Worker> {
    const person = await signUp(this.place);
    const product = await this.signIn(person);
    return { person, campaign: await product.campaign('The long siege', 'Any') };
  }

  private async work(worker: Worker): Promise<void> {
    for (let round = 1; this.working; round++) {
      try {
        await this.round(worker, `${round}.md`);
      } catch (error) {
        const code = error instanceof PoolRefusal ? `${error.code} ` : '';
        this.failures.push(`${code}${inspect(error, { depth: 1 })}`);
      }
      await sleep(PAUSE_MS);
    }
  }

  /** Signs in, lists documents, uploads one, downloads it and deletes it. */
  private async round({ person, campaign }: Worker, fileName: string): Promise<void> {
    const product = await this.signIn(person);
    await product.call('GET', '/api/campaigns/');
    const content = randomBytes(3_000).toString('base64');
    const id = await product.upload(campaign, { fileName, content, isSpoiler: false });
    if (!(await product.fileNames(campaign)).includes(fileName))
      throw new Error(`${fileName} is not in the list`);
    const link = Link.parse(await product.call('GET', `/api/documents/${id}/content/`));
    const file = await this.fetch(link.url);
    if (!file.ok || (await file.text()) !== content)
      throw new Error(`download: ${file.status}, or content that differs from the upload`);
    await product.call('DELETE', `/api/documents/${id}/`);
  }

  private async signIn(person: Person) {
    const { client } = await poolOf(this.place.url, this.fetch);
    return productClient(this.place.url, await client.signIn(person), this.fetch);
  }
}
