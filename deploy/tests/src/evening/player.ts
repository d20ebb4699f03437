import { randomInt, randomUUID } from 'node:crypto';
import { sleep, waitUntil } from '@tomekeeper/cli-kit';
import { any, Refused, untilAnswered } from '../product/calls';
import type { Member } from '../product/people';
import { Stream } from '../hides/stream';
import type { Records } from './records';
import { askAs, type Table } from './table';

const ANSWERS = ['yes', 'maybe', 'no'];
/** Pause between two requests of a player who looks around. */
const PAUSE_MS = { least: 200, most: 1200 };

/** A player with an open page, who looks at everything, writes notes and answers whether they come. */
export class Player {
  private readonly stream: Stream;
  /** Times at which words of shows arrived. */
  private readonly shown = new Map<string, number>();
  private readonly questions: readonly string[];

  constructor(
    private readonly table: Table,
    private readonly person: Member,
    private readonly records: Records,
  ) {
    const { campaign, session, secrets } = table;
    this.stream = new Stream(table.url, person.token, (kind) => {
      if (kind === 'show' || kind === 'everything') void this.readShown();
    });
    this.questions = [
      `/api/campaigns/${campaign}/`,
      `/api/campaigns/${campaign}/sessions/`,
      `/api/campaigns/${campaign}/sessions/${session}/`,
      `/api/campaigns/${campaign}/board/?session=${session}`,
      `/api/documents/?campaign=${campaign}`,
      `/api/documents/overview/?campaign=${campaign}`,
      `/api/documents/news/?campaign=${campaign}`,
      `/api/documents/notes/?campaign=${campaign}`,
      `/api/documents/${secrets[0]?.document}/passages/?limit=500`,
      `/api/documents/shown/`,
      `/api/search/?campaign=${campaign}&q=word`,
    ];
  }

  get id(): string {
    return this.person.id;
  }

  get isWatching(): boolean {
    return this.stream.isOpen;
  }

  async work(isOn: () => boolean): Promise<void> {
    while (isOn()) {
      await this.look();
      if (randomInt(20) === 0) await this.write();
      if (randomInt(20) === 0) await this.answer();
      await sleep(randomInt(PAUSE_MS.least, PAUSE_MS.most));
    }
  }

  end(): Promise<void> {
    return this.stream.end();
  }

  checkStream(): void {
    this.records.check(this.id, this.stream.text, 'the event stream');
  }

  /** @returns the time at which the word was on the screen; undefined if another show replaced it */
  async untilShown(word: string, timeoutMs: number): Promise<number | undefined> {
    await waitUntil(() => this.shown.has(word), timeoutMs, 5);
    return this.shown.get(word);
  }

  /** Reads the current show, as an open page does after an event. */
  private async readShown(): Promise<void> {
    const path = '/api/documents/shown/';
    const { body } = await untilAnswered(() => this.ask('GET', path));
    const text = JSON.stringify(body);
    this.records.check(this.id, text, path);
    const at = Date.now();
    // The response names the passages of a revealing show, and contains the text of one without keeping.
    for (const { passage, word } of this.table.secrets)
      if (text.includes(word) || text.includes(passage))
        if (!this.shown.has(word)) this.shown.set(word, at);
  }

  private async look(): Promise<void> {
    const path = any(this.questions);
    try {
      const { body } = await this.ask('GET', path);
      this.records.check(this.id, JSON.stringify(body), path);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  private async write(): Promise<void> {
    const title = `Note ${randomUUID()}`;
    const { campaign } = this.table;
    const body = {
      campaign,
      title,
      markdown: 'Seen tonight.',
      author_audience: 'party',
    };
    const keyed = { ...body, idempotency_key: randomUUID() };
    const { status } = await untilAnswered(() => this.ask('POST', '/api/documents/notes/', keyed));
    if (status !== 201 && status !== 200) throw new Error(`a note: ${status}`);
    this.records.notes.add(title);
  }

  private async answer(): Promise<void> {
    const { campaign, next } = this.table;
    const attendance = any(ANSWERS);
    const path = `/api/campaigns/${campaign}/sessions/${next}/`;
    const { status } = await untilAnswered(() => this.ask('PATCH', path, { attendance }));
    if (status !== 200) throw new Error(`an answer: ${status}`);
    this.records.attendance.set(this.id, attendance);
  }

  ask(method: string, path: string, body?: unknown) {
    return askAs(this.table.url, this.person, method, path, body);
  }
}
