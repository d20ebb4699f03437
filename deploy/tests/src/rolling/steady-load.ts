import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sleep } from '@tomekeeper/cli-kit';
import { poolOf, productClient, signUp, type Place } from '@tomekeeper/launcher/demo';
import { ask } from '../product/calls';

const PEOPLE = 4;
/** Pause between two calls of one user. */
const PAUSE_MS = 10;
const SUBSCRIBE_EVERY_MS = 400;

const Campaign = z.object({ title: z.string() });
const Profile = z.object({ first_name: z.string() });
const Documents = z.array(z.object({ id: z.string(), original_filename: z.string() }));

type Call = { readonly method: string; readonly path: string; readonly body?: unknown };
export type Failure = Call & { readonly during: string; readonly outcome: string };

/** A repeatedly written value: the last acknowledged one, and later attempts. */
type Written = { acknowledged: string; readonly since: string[] };

/** Users who read and write continuously, and remember acknowledged changes. */
export class SteadyLoad {
  readonly calls = new Map<string, number>();
  readonly failures: Failure[] = [];
  readonly subscribers: string[] = [];
  during = 'nothing';
  private working = true;
  private loops: Promise<void>[] = [];

  private constructor(
    private readonly product: Place,
    private readonly people: readonly Worker[],
  ) {}

  static async begin(product: Place): Promise<SteadyLoad> {
    const people: Worker[] = [];
    const load = new SteadyLoad(product, people);
    for (let n = 0; n < PEOPLE; n += 1) people.push(await load.arrive());
    load.loops = [...people.map((one) => load.work(one)), load.subscribe()];
    return load;
  }

  async rest(): Promise<void> {
    this.working = false;
    await Promise.all(this.loops);
  }

  /** Returns acknowledged changes that are missing. */
  async lost(): Promise<string[]> {
    const lost: string[] = [];
    const check = (what: string, found: string, { acknowledged, since }: Written) => {
      if (found !== acknowledged && !since.includes(found))
        lost.push(`${what} is ${found} and not ${acknowledged}`);
    };
    for (const { token, campaign, title, name, document, file } of this.people) {
      const read = (path: string) => this.call({ method: 'GET', path }, token);
      const found = Campaign.parse(await read(`/api/campaigns/${campaign}/`));
      check(`campaign ${campaign}`, found.title, title);
      const documents = Documents.parse(await read(`/api/documents/?campaign=${campaign}`));
      const kept = documents.find(({ id }) => id === document);
      check(`document ${document}`, kept?.original_filename ?? 'nowhere', file);
      check('a name', Profile.parse(await read('/api/me/')).first_name, name);
    }
    return lost;
  }

  private async arrive(): Promise<Worker> {
    const person = await signUp(this.product);
    const token = await (await poolOf(this.product.url)).client.signIn(person);
    const client = productClient(this.product.url, token);
    const campaign = await client.campaign('First', 'Any');
    const fileName = 'a.md';
    const written = (acknowledged: string): Written => ({ acknowledged, since: [] });
    return {
      token,
      campaign,
      title: written('First'),
      name: written('Some'),
      document: await client.upload(campaign, { fileName, content: '# A', isSpoiler: false }),
      file: written(fileName),
    };
  }

  /** Alternates reads and writes of three services. */
  private async work({ token, campaign, document, title, name, file }: Worker): Promise<void> {
    const path = `/api/campaigns/${campaign}/`;
    const patch = (what: string, body: object) => ({ method: 'PATCH', path: what, body });
    for (let round = 1; this.working; round += 1) {
      await this.call({ method: 'GET', path: '/api/campaigns/' }, token);
      await this.call({ method: 'GET', path }, token);
      await this.call({ method: 'GET', path: `/api/documents/?campaign=${campaign}` }, token);
      await this.call({ method: 'GET', path: '/api/me/' }, token);
      const next = `Round ${round}`;
      await this.write(title, next, patch(path, { title: next }), token);
      await this.write(name, next, patch('/api/me/', { first_name: next }), token);
      const documentPath = `/api/documents/${document}/`;
      await this.write(file, next, patch(documentPath, { original_filename: next }), token);
      await sleep(PAUSE_MS);
    }
  }

  private async write(what: Written, next: string, call: Call, token: string): Promise<void> {
    what.since.push(next);
    if ((await this.call(call, token)) === undefined) return;
    what.acknowledged = next;
    what.since.length = 0;
  }

  private async subscribe(): Promise<void> {
    while (this.working) {
      const email = `${randomUUID()}@visitors.example`;
      const body = { email };
      const answer = await this.call({ method: 'POST', path: '/api/subscribe/', body });
      if (answer !== undefined) this.subscribers.push(email);
      await sleep(SUBSCRIBE_EVERY_MS);
    }
  }

  /** @returns the response; undefined after an error or a server failure */
  private async call(call: Call, token?: string): Promise<unknown> {
    const { method, path, body } = call;
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
    const fail = (outcome: string): undefined => {
      this.failures.push({ ...call, during: this.during, outcome });
      return undefined;
    };
    try {
      const answer = await ask(this.product.url + path, { method, body, ...(token && { token }) });
      if (answer.status >= 300) return fail(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body ?? {};
    } catch (error) {
      return fail(String(error));
    }
  }
}

type Worker = {
  readonly token: string;
  readonly campaign: string;
  readonly title: Written;
  readonly name: Written;
  readonly document: string;
  readonly file: Written;
};
