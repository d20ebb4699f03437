import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sleep } from '@tomekeeper/cli-kit';
import { any, Refused, untilAnswered } from '../product/calls';
import type { Member } from '../product/people';
import { newWord } from '../product/words';
import type { Player } from './player';
import type { Records } from './records';
import { askAs, type Secret, type Table } from './table';

/** Pause between two acts of a GM. */
const PAUSE_MS = { least: 1500, most: 6000 };
/** A show that has not arrived then was replaced by a show of the other GM. */
const SHOW_TIMEOUT_MS = 45_000;
const TYPING_MS = 1500;
/** Below the limit of a board, for both GMs together. */
const BOARD_ITEMS = 50;

const Done = z.object({ act: z.uuid().nullable() });
const Item = z.looseObject({
  id: z.uuid(),
  kind: z.string(),
  text: z.string().optional(),
});
export const Board = z.object({ items: z.array(Item), version: z.number() });

/** A GM who reveals, shows, and keeps the board and the checklist. */
export class GameMaster {
  constructor(
    private readonly table: Table,
    private readonly person: Member,
    private readonly players: readonly Player[],
    /** Taken from the end; shared by both GMs. */
    private readonly secrets: Secret[],
    private readonly records: Records,
  ) {}

  async work(isOn: () => boolean): Promise<void> {
    const acts = [this.reveal, this.show, this.show, this.editBoard, this.editBoard, this.note];
    while (isOn()) {
      await any(acts).call(this);
      await sleep(randomInt(PAUSE_MS.least, PAUSE_MS.most));
    }
  }

  private async reveal(): Promise<void> {
    const secret = this.secrets.pop();
    if (!secret) return;
    const isForParty = randomInt(2) === 0;
    const readers = isForParty ? this.players.map(({ id }) => id) : [any(this.players).id];
    this.records.mayReach(readers, secret);
    const body = {
      passages: [secret.passage],
      audience: isForParty ? 'party' : { players: readers },
    };
    const path = `/api/documents/${secret.document}/audience/`;
    const answer = await untilAnswered(() => this.ask('PUT', path, body));
    if (answer.status !== 200) throw new Error(`a reveal: ${answer.status}`);
    const { act } = Done.parse(answer.body);
    if (act !== null) this.records.acts.add(act);
    this.records.isRevealed(readers, secret);
  }

  /** Shows a passage, with or without keeping it, and waits until it is on the screen of each recipient. */
  private async show(): Promise<void> {
    const secret = this.secrets.pop();
    if (!secret) return;
    const isKept = randomInt(2) === 0;
    const recipients = isKept ? this.players : [any(this.players)];
    const ids = recipients.map(({ id }) => id);
    this.records.mayReach(ids, secret);
    const body = {
      passages: [secret.passage],
      ...(!isKept && { keep: false, players: ids }),
    };
    const seen = recipients.map((one) => one.untilShown(secret.word, SHOW_TIMEOUT_MS));
    const began = Date.now();
    const { restarts, isRestarting } = this.records;
    const answer = await untilAnswered(() =>
      this.ask('POST', `/api/documents/${secret.document}/show/`, body),
    );
    if (answer.status !== 200)
      throw new Error(`a show: ${answer.status} ${JSON.stringify(answer.body)}`);
    this.records.shows += 1;
    if (isKept) this.records.isRevealed(ids, secret);
    const times = (await Promise.all(seen)).filter((at) => at !== undefined);
    if (!isRestarting && restarts === this.records.restarts)
      this.records.showMs.push(...times.map((at) => at - began));
  }

  /** Adds an item, rewrites an own one, or moves one, and repeats it on the newer board after a conflict. */
  private async editBoard(): Promise<void> {
    const path = `/api/campaigns/${this.table.campaign}/board/?session=${this.table.session}`;
    const { body } = await untilAnswered(() => this.ask('GET', path));
    let board = Board.parse(body);
    const own = this.ownItems.filter((id) => board.items.some((item) => item.id === id));
    const isNew = own.length === 0 || (board.items.length < BOARD_ITEMS && randomInt(3) > 0);
    const id = isNew ? randomUUID() : any(own);
    const text = newWord();
    // While the GM types, the other one may save.
    await sleep(randomInt(0, TYPING_MS));
    for (;;) {
      const others = board.items.filter((item) => item.id !== id);
      const items = others.toSpliced(randomInt(others.length + 1), 0, {
        id,
        kind: 'text',
        text,
      });
      const put = { items, version: board.version };
      const answer = await untilAnswered(() => this.ask('PUT', path, put));
      if (answer.status === 200) break;
      if (answer.status !== 409)
        throw new Error(`the board: ${answer.status} ${JSON.stringify(answer.body)}`);
      this.records.conflicts += 1;
      const newer = await untilAnswered(() => this.ask('GET', path));
      board = Board.parse(newer.body);
    }
    if (isNew) this.ownItems.push(id);
    this.records.boardItems.set(id, text);
  }

  private readonly ownItems: string[] = [];

  /** Appends to the checklist. Not repeated, because a second request would add a second item. */
  private async note(): Promise<void> {
    const { campaign, session } = this.table;
    const text = newWord();
    this.records.checklist.set(text, { acknowledged: false });
    const path = `/api/campaigns/${campaign}/sessions/${session}/checklist/`;
    try {
      const { status } = await this.ask('POST', path, { text });
      // Beyond its limit the checklist refuses.
      if (status === 201) this.records.checklist.set(text, { acknowledged: true });
      else if (status !== 409) throw new Error(`a checklist item: ${status}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  private ask(method: string, path: string, body?: unknown) {
    return askAs(this.table.url, this.person, method, path, body);
  }
}
