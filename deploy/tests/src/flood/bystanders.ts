import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { productClient, type Place } from '@tomekeeper/launcher/demo';
import { sleep } from '@tomekeeper/cli-kit';
import { tokenOf } from '../product/people';

const PEOPLE = 2;
const PAUSE_MS = 20;

const Note = z.object({ id: z.string() });
const Editing = z.object({ passages: z.array(z.object({ id: z.string() })).min(1) });

/** Users who write and read notes in rounds, with measured durations. */
export class Bystanders {
  /** Calls without a successful response. */
  readonly failures: string[] = [];
  /** Milliseconds by kind of call since the last `takeCalls`. */
  private calls = new Map<string, number[]>();

  private constructor(
    private readonly place: Place,
    private readonly people: readonly { token: () => Promise<string>; campaign: string }[],
  ) {}

  static async arrive(place: Place): Promise<Bystanders> {
    const people = [];
    for (let n = 0; n < PEOPLE; n++) {
      const token = await tokenOf(place);
      const product = productClient(place.url, await token());
      people.push({ token, campaign: await product.campaign('The long siege', 'Any') });
    }
    return new Bystanders(place, people);
  }

  /** Returns the milliseconds by kind of call since the last call, and resets them. */
  takeCalls(): Map<string, number[]> {
    const { calls } = this;
    this.calls = new Map();
    return calls;
  }

  /** @returns milliseconds of each user's rounds within these seconds */
  async rounds(seconds: number): Promise<number[]> {
    const end = Date.now() + seconds * 1000;
    const times: number[] = [];
    const work = async (person: (typeof this.people)[number]) => {
      while (Date.now() < end) {
        const began = performance.now();
        await this.round(person).catch((error: unknown) => this.failures.push(String(error)));
        times.push(performance.now() - began);
        await sleep(PAUSE_MS);
      }
    };
    await Promise.all(this.people.map(work));
    return times;
  }

  /** Lists documents, creates a note, edits, reads and deletes it. */
  private async round({ token, campaign }: (typeof this.people)[number]): Promise<void> {
    const product = productClient(this.place.url, await token());
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const began = performance.now();
      const answer = await product.call(method, `/api/documents/${path}`, body);
      const kind = `${method} ${path.replace(/[\da-f-]{36}/, '{id}').replace(/\?.*/, '')}`;
      this.calls.set(kind, [...(this.calls.get(kind) ?? []), performance.now() - began]);
      return answer;
    };
    await call('GET', `?campaign=${campaign}`);
    const markdown = 'The gate holds.';
    const { id } = Note.parse(await call('POST', 'notes/', { campaign, title: 'Siege', markdown }));
    const { passages } = Editing.parse(await call('GET', `${id}/editing/`));
    const content = { inlines: [{ text: 'The gate fell.' }] };
    const change = { id: randomUUID(), kind: 'paragraph', content, after: passages[0]?.id };
    await call('PATCH', `${id}/passages/`, { changes: [change] });
    await call('GET', `${id}/passages/`);
    await call('DELETE', `${id}/`);
  }
}
