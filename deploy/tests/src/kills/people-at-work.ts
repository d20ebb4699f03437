import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  newPerson,
  PoolRefusal,
  poolOf,
  productClient,
  type Place,
} from '@tomekeeper/launcher/demo';
import { sleep } from '@tomekeeper/cli-kit';
import { any, ask, Refused } from '../product/calls';
import { join, tokenOf, type Member } from '../product/people';
import { newWord } from '../product/words';
import { digest, keyOf, type Gm, type Memory } from './memory';
import { NoteWriter } from './note-writer';
import { Onlooker } from './onlookers';

/** Below the limit of 200 campaigns per owner. */
const CAMPAIGNS_A_GM = 150;

/** Number of users, and the factor on their pauses between actions. */
export type Crowd = { readonly gms: number; readonly players: number; readonly slowness: number };
const HURRIED: Crowd = { gms: 12, players: 6, slowness: 1 };

/** An image, so that a thumbnail is generated. */
const MAP = readFileSync(
  path.join(__dirname, '../../../launcher/src/demo/files/map-of-gallowmere.png'),
);

const Session = z.object({ id: z.string() });
const Invite = z.object({ link: z.string() });
const Documents = z.array(z.object({ id: z.string(), original_filename: z.string() }));

/** Simulated users who work continuously and remember acknowledged changes. */
export class PeopleAtWork {
  private working = false;
  private loops: Promise<void>[] = [];

  private constructor(
    private readonly product: Place,
    private readonly memory: Memory,
    private readonly gms: readonly Gm[],
    private readonly players: readonly Member[],
    private readonly slowness: number,
  ) {}

  static async gather(product: Place, memory: Memory, crowd = HURRIED): Promise<PeopleAtWork> {
    const gms: Gm[] = [];
    const players: Member[] = [];
    for (let n = 0; n < crowd.gms; n += 1) gms.push({ token: await tokenOf(product), made: 0 });
    for (let n = 0; n < crowd.players; n += 1) players.push(await join(product));
    return new PeopleAtWork(product, memory, gms, players, crowd.slowness);
  }

  begin(): void {
    this.working = true;
    this.loops = [
      this.repeat(() => this.runACampaign(), 200),
      this.repeat(() => this.runACampaign(), 200),
      this.repeat(() => this.subscribe(), 1500),
      this.repeat(() => this.writeToUs(), 1500),
      this.repeat(() => this.arrive(), 2500),
      this.repeat(() => this.look('gm', any(this.gms)), 100),
      this.repeat(() => this.look('player', any(this.players)), 100),
    ];
  }

  async rest(): Promise<void> {
    this.working = false;
    await Promise.all(this.loops);
  }

  private async repeat(action: () => Promise<void>, longestPause: number): Promise<void> {
    while (this.working) {
      try {
        await action();
      } catch (error) {
        this.memory.refused += 1;
        if (!isExcused(error)) this.memory.broken.push(`${this.memory.during}: ${String(error)}`);
      }
      await sleep(randomInt(20, longestPause) * this.slowness);
    }
  }

  private async look(
    role: 'gm' | 'player',
    { token }: { token(): Promise<string> },
  ): Promise<void> {
    await new Onlooker(this.product.url, this.memory, role, await token()).look();
  }

  private async runACampaign(): Promise<void> {
    const { memory } = this;
    const gm = any(this.gms.filter(({ made }) => made < CAMPAIGNS_A_GM));
    gm.made += 1;
    const product = productClient(this.product.url, await gm.token());
    let { during } = memory;
    const campaign = await product.campaign(`Campaign ${randomUUID()}`, 'Any');
    memory.acknowledged.push({ during, kind: 'campaign', id: campaign, gm });
    for (let n = 0; n < 3; n += 1) {
      const { id } = any(this.players);
      ({ during } = memory);
      await product.addPlayers(campaign, [id]);
      memory.acknowledged.push({ during, kind: 'player', name: id, campaign, gm });
      if (n === 0)
        await new NoteWriter(this.product.url, memory, gm, { campaign, player: id }).write();
      const file = n === 0 && randomInt(2) === 0 ? pictureFile() : textFile();
      const { fileName: name } = file;
      memory.mayHold(name, file.content);
      if (n === 1) memory.spoilers.add(name);
      ({ during } = memory);
      const document = await product.upload(campaign, { ...file, isSpoiler: n === 1 });
      memory.holds(name, file.content);
      memory.acknowledged.push({ during, kind: 'document', name, campaign, gm });
      if (n === 0 && randomInt(2) === 0) await this.showNow(document, gm);
      if (n === 1 && randomInt(2) === 0) await this.replaceFile(document, campaign, file, gm);
      if (n === 2) await this.deleteDocument(campaign, name, gm);
    }
    if (randomInt(2) === 0) await this.invite(campaign, gm);
    if (randomInt(2) === 0) await this.play(campaign, gm);
    if (randomInt(4) === 0) await this.delete(`/api/campaigns/${campaign}/`, campaign, gm);
  }

  private async showNow(document: string, gm: Gm): Promise<void> {
    await this.call('POST', `/api/documents/${document}/show/`, gm);
  }

  /** The document's previous file becomes an earlier version. */
  private async replaceFile(
    document: string,
    campaign: string,
    { fileName: name, content: earlier }: { fileName: string; content: string | Buffer },
    gm: Gm,
  ): Promise<void> {
    const { content } = textFile();
    const client = productClient(this.product.url, await gm.token());
    const file = { fileName: name, content };
    const key = await client.store(campaign, file, { replaces: document });
    this.memory.mayHold(name, content);
    const { during } = this.memory;
    await this.call('POST', `/api/documents/${document}/versions/`, gm, { s3_key: key });
    this.memory.holds(name, content);
    const version = { name: digest(earlier), campaign, gm };
    this.memory.acknowledged.push({ during, kind: 'version', ...version });
  }

  private async call(method: string, path: string, gm: Gm, body?: unknown): Promise<unknown> {
    return productClient(this.product.url, await gm.token()).call(method, path, body);
  }

  private async deleteDocument(campaign: string, name: string, gm: Gm): Promise<void> {
    const all = await this.call('GET', `/api/documents/?campaign=${campaign}`, gm);
    const document = Documents.parse(all).find((one) => one.original_filename === name);
    if (!document) throw new Error(`${name} is not in the list right after its upload`);
    await this.delete(`/api/documents/${document.id}/`, keyOf(campaign, name), gm);
    if (randomInt(2) === 0) await this.restore(document.id, campaign, name, gm);
  }

  private async restore(id: string, campaign: string, name: string, gm: Gm): Promise<void> {
    const { during } = this.memory;
    const key = keyOf(campaign, name);
    this.memory.tryToRestore(key);
    await this.call('POST', `/api/documents/${id}/restore/`, gm);
    this.memory.isBack(key);
    this.memory.acknowledged.push({ during, kind: 'document', name, campaign, gm });
  }

  /** Runs a session with an item on its checklist and one on its board. */
  private async play(campaign: string, gm: Gm): Promise<void> {
    const path = `/api/campaigns/${campaign}/`;
    const { id } = Session.parse(
      await this.call('POST', `${path}sessions/`, gm, { state: 'running' }),
    );
    const [text, onBoard] = [newWord(), newWord()];
    const board = { version: 0, items: [{ id: randomUUID(), kind: 'text', text: onBoard }] };
    await this.acknowledge(text, campaign, gm, () =>
      this.call('POST', `${path}sessions/${id}/checklist/`, gm, { text }),
    );
    await this.acknowledge(onBoard, campaign, gm, () =>
      this.call('PUT', `${path}board/?session=${id}`, gm, board),
    );
  }

  private async acknowledge(
    name: string,
    campaign: string,
    gm: Gm,
    write: () => Promise<unknown>,
  ): Promise<void> {
    const { during } = this.memory;
    await write();
    this.memory.acknowledged.push({ during, kind: 'word', name, campaign, gm });
  }

  /** Adds a player through an invite link. */
  private async invite(campaign: string, gm: Gm): Promise<void> {
    const player = any(this.players);
    const path = `/api/campaigns/${campaign}/invites/`;
    const { link } = Invite.parse(await this.call('POST', path, gm, { role: 'player' }));
    const { during } = this.memory;
    const { status } = await ask(`${this.product.url}/api/invites/accept/`, {
      method: 'POST',
      token: await player.token(),
      body: { token: link.split('#')[1] },
    });
    if (status !== 200) throw new Error(`accept: ${status}`);
    this.memory.acknowledged.push({ during, kind: 'player', name: player.id, campaign, gm });
  }

  private async delete(path: string, of: string, gm: Gm): Promise<void> {
    const { during } = this.memory;
    this.memory.giveUp(of);
    await this.call('DELETE', path, gm);
    this.memory.acknowledged.push({ during, kind: 'deletion', of, gm });
  }

  private async subscribe(): Promise<void> {
    const { during } = this.memory;
    const to = `${randomUUID()}@visitors.example`;
    await this.post('/api/subscribe/', { email: to });
    this.memory.acknowledged.push({ during, kind: 'mail', to });
  }

  private async writeToUs(): Promise<void> {
    const { during } = this.memory;
    const text = randomUUID();
    const email = 'somebody@visitors.example';
    await this.post('/api/contact/', { email, message: text, recaptcha_token: '' });
    this.memory.acknowledged.push({ during, kind: 'message', text });
  }

  private async arrive(): Promise<void> {
    const { during } = this.memory;
    const person = newPerson();
    await (await poolOf(this.product.url)).client.signUp(person);
    this.memory.acknowledged.push({ during, kind: 'mail', to: person.email });
  }

  private async post(path: string, body: unknown): Promise<void> {
    const { status } = await ask(this.product.url + path, { method: 'POST', body });
    if (status !== 201) throw new Error(`${path}: ${status}`);
  }
}

const textFile = () => ({
  fileName: `${randomUUID()}.md`,
  content: randomBytes(randomInt(10, 200_000)).toString('base64'),
});

const pictureFile = () => ({
  fileName: `${randomUUID()}.png`,
  contentType: 'image/png',
  content: MAP,
});

/** Whether users may get this error while a process is down. */
function isExcused(error: unknown): boolean {
  if (error instanceof Refused) return true;
  if (error instanceof PoolRefusal) return BUSY.test(error.code);
  // Node's fetch fails when no process listens or the connection breaks; the demo client throws on error statuses.
  return /^TypeError: (fetch failed|terminated)|: (429|502|503|504) /.test(String(error));
}
const BUSY = /^$|ServiceUnavailable|InternalError|TooManyRequests/;
