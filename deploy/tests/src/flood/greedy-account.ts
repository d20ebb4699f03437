import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { productClient, type Place } from '@tomekeeper/launcher/demo';
import { ask, Refused } from '../product/calls';
import { tokenOf } from '../product/people';

/** Markdown that is slow to parse. */
const SLOW_MARKDOWN = '*a_'.repeat(66_000);
const PARSING_LOOPS = 6;
/** Saves of 228 kB each, nearly 2 MB in total, which is a note's limit. */
const SAVES = 9;
const PASSAGES = 12;
const PASSAGE = 'words '.repeat(3_166);

const Note = z.object({ id: z.string() });
const Page = z.object({ next: z.string().optional() });

/** One account that sends as many expensive requests as it can. */
export class GreedyAccount {
  /** Counts by kind of call and status; `refused` means that the product responded that it is busy. */
  readonly answers = new Map<string, number>();
  private isWorking = false;
  private loops: Promise<void>[] = [];

  private constructor(
    private readonly place: Place,
    private readonly token: () => Promise<string>,
    private readonly campaign: string,
    private readonly largest: string,
  ) {}

  /** Creates an account with a note of nearly 2 MB. */
  static async make(place: Place): Promise<GreedyAccount> {
    const token = await tokenOf(place);
    const campaign = await productClient(place.url, await token()).campaign('Greed', 'Any');
    const account = new GreedyAccount(place, token, campaign, '');
    const { id } = Note.parse((await account.create('words')).body);
    for (let save = 0; save < SAVES; save++) {
      const changes = Array.from({ length: PASSAGES }, () => ({
        id: randomUUID(),
        kind: 'paragraph',
        content: { inlines: [{ text: PASSAGE }] },
      }));
      const { status } = await account.ask('PATCH', `${id}/passages/`, { changes });
      if (status !== 200) throw new Error(`The note did not grow: ${status}`);
    }
    return new GreedyAccount(place, token, campaign, id);
  }

  begin(): void {
    this.isWorking = true;
    const parse = async () => (await this.create(SLOW_MARKDOWN)).status;
    this.loops = [
      ...Array.from({ length: PARSING_LOOPS }, () => this.loop('note', parse)),
      this.loop('editing', () => this.readLargest()),
    ];
  }

  async rest(): Promise<void> {
    this.isWorking = false;
    await Promise.all(this.loops);
  }

  private async loop(what: string, call: () => Promise<number>): Promise<void> {
    while (this.isWorking) {
      const status = await call().catch((error: unknown) => {
        if (error instanceof Refused) return 'refused';
        throw error;
      });
      const key = `${what} ${status}`;
      this.answers.set(key, (this.answers.get(key) ?? 0) + 1);
    }
  }

  /**
   * Reads all pages of the largest note.
   * @returns the status of the last one
   */
  private async readLargest(): Promise<number> {
    for (let after = ''; ;) {
      const { status, body } = await this.ask('GET', `${this.largest}/editing/${after}`);
      const next = status === 200 ? Page.parse(body).next : undefined;
      if (next === undefined || !this.isWorking) return status;
      after = `?after=${encodeURIComponent(next)}`;
    }
  }

  private create(markdown: string) {
    return this.ask('POST', 'notes/', { campaign: this.campaign, title: 'Greed', markdown });
  }

  private async ask(method: string, path: string, body?: object) {
    const token = await this.token();
    return ask(`${this.place.url}/api/documents/${path}`, { method, token, body });
  }
}
