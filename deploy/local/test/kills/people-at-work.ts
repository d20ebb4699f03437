import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { codeFor } from '../../src/demo/demo-inbox';
import { productClient } from '../../src/demo/product-client';
import { userPoolClient, type Person } from '../../src/demo/user-pool-client';
import { sleep } from '../../src/processes';
import type { ProductUnderFire } from './product-under-fire';

/** 200 campaigns are all that one owner may have. */
const CAMPAIGNS_A_GM = 150;
const GMS = 4;
const PLAYERS = 6;

/** Something that the product has said yes to. */
export type Acknowledged = { readonly during: string } & (
  | { readonly kind: 'campaign'; readonly id: string; readonly gm: Gm }
  | { readonly kind: 'player'; readonly id: string; readonly campaign: string; readonly gm: Gm }
  | { readonly kind: 'document'; readonly name: string; readonly campaign: string; readonly gm: Gm }
  | { readonly kind: 'mail'; readonly to: string }
  | { readonly kind: 'message'; readonly text: string }
);

/** A GM, who signs in anew before the token ends. */
export type Gm = { token(): Promise<string>; made: number };
const SIGNED_IN_MS = 20 * 60_000;

/** People who do what people do, all the time, and remember what was acknowledged. */
export class PeopleAtWork {
  readonly acknowledged: Acknowledged[] = [];
  /** What each file was to hold, by its name, acknowledged or not. */
  readonly contents = new Map<string, string>();
  refused = 0;
  /** What is being killed meanwhile. */
  during = 'nothing';
  private working = true;
  private loops: Promise<void>[] = [];

  private constructor(
    private readonly product: ProductUnderFire,
    private readonly gms: readonly Gm[],
    private readonly players: readonly string[],
  ) {}

  static async gather(product: ProductUnderFire): Promise<PeopleAtWork> {
    const gms: Gm[] = [];
    const players: string[] = [];
    for (let n = 0; n < GMS; n += 1) gms.push({ token: await signUp(product), made: 0 });
    for (let n = 0; n < PLAYERS; n += 1)
      players.push(await productClient(product.url, await (await signUp(product))()).myId());
    return new PeopleAtWork(product, gms, players);
  }

  begin(): void {
    const deeds = [
      () => this.runACampaign(),
      () => this.runACampaign(),
      () => this.subscribe(),
      () => this.writeToUs(),
      () => this.arrive(),
    ];
    this.loops = deeds.map((deed) => this.repeat(deed));
  }

  async rest(): Promise<void> {
    this.working = false;
    await Promise.all(this.loops);
  }

  private async repeat(deed: () => Promise<void>): Promise<void> {
    while (this.working) {
      try {
        await deed();
      } catch {
        // Refused, or nobody there: nothing was promised.
        this.refused += 1;
      }
      await sleep(randomInt(20, 300));
    }
  }

  private async runACampaign(): Promise<void> {
    const { during } = this;
    const gm = this.gms.find(({ made }) => made < CAMPAIGNS_A_GM);
    if (!gm) return;
    gm.made += 1;
    const product = productClient(this.product.url, await gm.token());
    const campaign = await product.campaign(`Campaign ${randomUUID()}`, 'Any');
    this.acknowledged.push({ during, kind: 'campaign', id: campaign, gm });
    for (let n = 0; n < 3; n += 1) {
      const id = this.players[randomInt(this.players.length)] ?? '';
      await product.addPlayers(campaign, [id]);
      this.acknowledged.push({ during: this.during, kind: 'player', id, campaign, gm });
      const name = `${randomUUID()}.md`;
      const content = randomBytes(randomInt(10, 200_000)).toString('base64');
      this.contents.set(name, digest(content));
      await product.upload(campaign, { fileName: name, content, isSpoiler: n === 1 });
      this.acknowledged.push({ during: this.during, kind: 'document', name, campaign, gm });
    }
  }

  private async subscribe(): Promise<void> {
    const { during } = this;
    const to = `${randomUUID()}@visitors.example`;
    await this.post('/api/subscribe/', { email: to });
    this.acknowledged.push({ during, kind: 'mail', to });
  }

  private async writeToUs(): Promise<void> {
    const { during } = this;
    const text = randomUUID();
    await this.post('/api/contact/', {
      email: 'somebody@visitors.example',
      message: text,
      recaptcha_token: '',
    });
    this.acknowledged.push({ during, kind: 'message', text });
  }

  private async arrive(): Promise<void> {
    const { during } = this;
    const person = somebody();
    await (await pool(this.product)).signUp(person);
    this.acknowledged.push({ during, kind: 'mail', to: person.email });
    await sleep(1000);
  }

  private async post(path: string, body: unknown): Promise<void> {
    const answer = await fetch(this.product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.text();
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status}`);
  }
}

export const digest = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/** @returns the token of a new person, good whenever it is asked for */
async function signUp(product: ProductUnderFire): Promise<() => Promise<string>> {
  const person = somebody();
  const client = await pool(product);
  const since = Math.floor(Date.now() / 1000) * 1000;
  await client.signUp(person);
  await client.confirm(person, await codeFor(product.inboxUrl, person.email, since));
  let [token, at] = [await client.signIn(person), Date.now()];
  return async () => {
    if (Date.now() - at > SIGNED_IN_MS) [token, at] = [await client.signIn(person), Date.now()];
    return token;
  };
}

async function pool(product: ProductUnderFire) {
  const { endpoint, poolId, clientId } = await product.pool();
  return userPoolClient(endpoint, poolId, clientId);
}

function somebody(): Person {
  return {
    email: `${randomUUID()}@people.example`,
    password: `Quill-${randomBytes(6).toString('hex')}9A`,
    firstName: 'Some',
    lastName: 'Body',
  };
}
