import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { sleep, waitUntil } from '@tomekeeper/cli-kit';
import { halfActs } from '../kills/half-acts';
import { ask } from '../product/calls';
import { Product } from '../product/product';
import { Deeds, GameMaster, type Stage } from './game-master';
import { Looks, Readers } from './readers';
import { setScene, type Scene } from './scene';
import { Sight, type Secret } from './sight';
import { Stream } from './stream';

/** Run with `npm run test:long -- hides`. Number of kills while a GM hides and reveals. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 20);
/** Kills between an audience change's commit and its event. */
const CUTS = Number(process.env['CUTS'] ?? 6);
const REPLICAS = ['document', 'document-2'];
const QUESTIONS_AT_ONCE = 2;
/** Lifetime of file URLs. */
const ADDRESS_MS = 60_000;

const Known = z.object({
  known: z.array(z.object({ document: z.string(), passages: z.object({ count: z.number() }) })),
});
const Found = z.object({ hits: z.array(z.unknown()) });
const Seen = z.object({ total: z.number() });

/**
 * Two replicas of the document service on one database, players who query everything continuously, and a GM who hides
 * and reveals: after the response to a hide, no later response reveals the secret, regardless of which process is
 * killed.
 */
describe('content hidden by a GM', () => {
  let product: Product;
  let scene: Scene;
  let readers: Readers;
  let gms: GameMaster[];
  const streams = new Map<string, Stream>();
  const sight = new Sight();
  const [looks, deeds] = [new Looks(), new Deeds()];
  let kills = 0;
  /** Called before an audience change is sent to a replica. */
  let onSending: (origin: string) => void = () => undefined;
  const origins = new Map<string, string>();

  beforeAll(async () => {
    product = await Product.start({ environment: { REPLICAS: 'document=2' } });
    scene = await setScene(product);
    const ports = await product.innerPorts();
    for (const name of REPLICAS) origins.set(name, `http://127.0.0.1:${ports[name]}`);
    origins.set('gateway', product.url);
    for (const { id, token } of scene.players) streams.set(id, new Stream(product.url, token));
    await product.until('streams have begun', () => [...streams.values()].every((s) => s.isOpen));
    const places = async () => Promise.resolve([...origins.values()]);
    const stage: Stage = {
      ...{ players: scene.players, streams, gm: scene.gm, origins: places },
      onSending: (origin) => onSending(origin),
    };
    for (const one of scene.withheld)
      for (const { id } of scene.players) sight.settle(one, id, false);
    gms = scene.documents.map((one) => new GameMaster(one, stage, sight, deeds));
    const { campaign, images, gm, linkedTo } = scene;
    const secrets = scene.documents.flatMap((one) => one.secrets);
    const place = { campaign, images, gm, secrets, origins: places, linkedTo: [linkedTo] };
    readers = new Readers({ ...place, gateway: product.url }, sight, looks);
    readers.begin(scene.players, QUESTIONS_AT_ONCE);
  }, 1_800_000);
  afterAll(async () => {
    await readers?.rest();
    for (const one of streams.values()) await one.end();
    process.stderr.write(`${figures()}\n`);
    await product?.remove();
  }, 120_000);

  it('appears in no later response of either replica, and is announced, while both are killed repeatedly', async () => {
    let isWorking = true;
    const working = gms.map((one) => one.work(() => isWorking));
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const part = round % 5 === 0 ? 'document-worker' : (REPLICAS[round % 2] ?? '');
        await sleep(randomInt(200, 1500));
        await sendingTo(origins.get(part));
        await sleep(randomInt(0, 40));
        await product.kill(part);
        kills += 1;
        process.stderr.write(`kill ${round}: ${deeds.answered} acts, ${looks.answers} answers\n`);
      }
    } finally {
      isWorking = false;
      await Promise.all(working);
    }
    expect(deeds.broken).toEqual([]);
    expect(looks.broken).toEqual([]);
    expect(deeds.answered).toBeGreaterThan(ROUNDS);
    expect(Math.min(looks.hidden, looks.shown)).toBeGreaterThan(deeds.answered);
  }, 7_200_000);

  it('is announced although the process is killed between the commit and the event', async () => {
    for (let cut = 0; cut < CUTS; cut += 1) {
      const part = REPLICAS[cut % 2] ?? '';
      const gm = gms[cut % gms.length];
      const secret = gm?.worked.secrets[0];
      if (!gm || !secret) throw new Error('nothing is there to hide');
      await gm.say(secret, 'party');
      await untilFound(secret);
      await hideAndCut(gm, secret, part);
    }
    expect(deeds.broken).toEqual([]);
    expect(looks.broken).toEqual([]);
  }, 3_600_000);

  it('was hidden completely, as the ledger says, and announced only to affected users', async () => {
    await readers.rest();
    expect(await halfActs(product)).toEqual([]);
    // A document that is revealed as a whole causes another event when its text and thumbnail are ready.
    const ofText = gms.filter(({ worked }) => worked.secrets.some((one) => one.passages.length));
    const tooMany = ofText.flatMap(({ worked, due }) =>
      [...streams].flatMap(([id, { counts }]) => {
        const [heard, most] = [counts.get(worked.document) ?? 0, due.get(id) ?? 0];
        return heard > most ? [`${heard} hints of ${worked.document} to ${id}, not ${most}`] : [];
      }),
    );
    expect(tooMany).toEqual([]);
    const canaries = scene.documents.flatMap(({ secrets }) =>
      secrets.flatMap((one) => (one.passages.length > 0 ? one.canaries : one.canaries.slice(1))),
    );
    for (const { text } of streams.values())
      expect(canaries.filter((one) => text.includes(one))).toEqual([]);
    for (const player of scene.players)
      for (const asOf of [false, true]) {
        const told = async () => {
          const more = asOf ? `&as_of=${new Date().toISOString()}` : '';
          return { known: await knownBy(player.id, more), seen: await totalsOf(player) };
        };
        // The worker writes the player text of a recently revealed document.
        await product.until('the ledger matches the players’ view', async () => {
          const { known, seen } = await told();
          return isDeepStrictEqual(known, seen);
        });
      }
  }, 600_000);

  it('is not at any address that was handed out, a minute later', async () => {
    await readers.rest();
    const { addresses } = looks;
    expect(addresses.length).toBeGreaterThan(20);
    await sleep(Math.max(0, ...addresses.map(({ at }) => at + ADDRESS_MS + 5000 - Date.now())));
    for (const { url } of addresses) expect((await fetch(url)).status).toBe(403);
  }, 600_000);

  /** Resolves when an audience change is about to be sent to the origin. */
  const sendingTo = (origin: string | undefined) =>
    new Promise<void>((resolve) => {
      onSending = (to) => {
        if (to === origin || origin === undefined) resolve();
      };
    });

  /** Blocks the queues while a GM hides a secret, and then kills the process that responded, with its unfinished work. */
  async function hideAndCut(gm: GameMaster, secret: Secret, part: string): Promise<void> {
    const holder = await product.connect();
    const heardBefore = [...streams].map(([id, one]) => [id, one.counts.get(secret.document) ?? 0]);
    const heard = () => [...streams].map(([id, one]) => [id, one.counts.get(secret.document) ?? 0]);
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE bullmq.job IN EXCLUSIVE MODE');
      const answered = deeds.answered;
      const told = gm.say(secret, 'gm', origins.get(part));
      expect(await waitUntil(() => deeds.answered > answered, 60_000, 5)).toBe(true);
      // No event has reached search.
      await readers.searchFor(secret, scene.players);
      expect(looks.broken).toEqual([]);
      const killed = product.kill(part);
      // Jobs that the relays have sent, and that no worker has taken, are lost with the connection.
      await sleep(1000);
      await holder.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE pid <> pg_backend_pid() AND wait_event_type = 'Lock'`,
      );
      const { rows } = await holder.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM document.outbox WHERE name = 'live.hint_given'`,
      );
      expect(rows[0]?.n).toBeGreaterThan(0);
      expect(heard()).toEqual(heardBefore);
      await holder.query('ROLLBACK');
      await killed;
      kills += 1;
      await told;
    } finally {
      await holder.end();
    }
  }

  /** Waits until search has indexed the text for players. */
  const untilFound = (secret: Secret) =>
    product.until('revealed content is found', async () => {
      const where = `${product.url}/api/search/?campaign=${scene.campaign}&q=${secret.canaries.at(-1)}`;
      const found = scene.players.map(async ({ token }) => {
        const { body } = await ask(where, { token: await token() });
        return JSON.stringify(Found.parse(body).hits).includes(secret.document);
      });
      return (await Promise.all(found)).every(Boolean);
    });

  /** Returns the number of visible passages per document. */
  async function totalsOf({ token }: Scene['players'][number]) {
    const totals = new Map<string, number>();
    for (const { document } of scene.documents) {
      const where = `${product.url}/api/documents/${document}/passages/?limit=1`;
      const { status, body } = await ask(where, { token: await token() });
      if (status === 200) totals.set(document, Seen.parse(body).total);
    }
    return totals;
  }

  /** Returns the same numbers from the visibility history. */
  async function knownBy(player: string, more: string) {
    const where = `${product.url}/api/campaigns/${scene.campaign}/ledger/?player=${player}${more}`;
    const { body } = await ask(where, { token: await scene.gm() });
    const worked = new Set(scene.documents.map(({ document }) => document));
    const known = Known.parse(body).known.filter(({ document }) => worked.has(document));
    const counts = new Map(known.map(({ document, passages }) => [document, passages.count]));
    return new Map(
      scene.documents.flatMap(({ document }) => {
        const count = counts.get(document);
        return count === undefined ? [] : [[document, count] as const];
      }),
    );
  }

  function figures(): string {
    const list = (counts: ReadonlyMap<string, number>) =>
      [...counts].map(([what, count]) => `${count} × ${what}`).join(', ');
    const sorted = deeds.delays.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
    return [
      `${deeds.answered} acts (${list(deeds.byWay)}), ${deeds.unanswered} calls not answered; ${kills} kills`,
      `${looks.answers} answers looked at, ${looks.refused} refused: ${list(looks.byQuestion)}`,
      `in them ${looks.hidden} searches for hidden content, and ${looks.shown} for revealed content`,
      `${sorted.length} hints came, half within ${at(0.5)} ms, 95 % within ${at(0.95)} ms, the last after ${at(0.9999)} ms`,
    ].join('\n');
  }
});
