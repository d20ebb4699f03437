import { sleep } from '@tomekeeper/cli-kit';
import { Product } from '../product/product';
import { findings } from './findings';
import { GameMaster } from './game-master';
import { Player } from './player';
import { Records } from './records';
import { setTable, type Table } from './table';

/** Run with `npm run test:long -- evening`. Duration of the evening. */
const MINUTES = Number(process.env['MINUTES'] ?? 20);
/** Killed in this order, at equal intervals. */
const KILLED = [
  ...['document', 'live', 'campaign', 'document-worker', 'gateway'],
  ...['campaign-worker', 'live-worker', 'search', 'postgres', 'identity'],
];

/**
 * Two GMs and five players at one table, while ten processes are killed: nothing acknowledged is lost or doubled, and no
 * player gets a word that was not for them.
 */
describe('an evening with killed processes', () => {
  let product: Product;
  let table: Table;
  const records = new Records();
  let players: Player[] = [];

  beforeAll(async () => {
    product = await Product.start();
    table = await setTable(product);
    players = table.players.map((person) => new Player(table, person, records));
    await product.until('players watch', () => players.every((one) => one.isWatching));
  }, 1_800_000);
  afterAll(async () => {
    process.stderr.write(`${figures()}\n`);
    for (const player of players) await player.end();
    await product?.remove();
  }, 120_000);

  it('loses, doubles and leaks nothing', async () => {
    let isOn = true;
    // Some remain hidden.
    const secrets = table.secrets.slice(20);
    const gms = table.gms.map((gm) => new GameMaster(table, gm, players, secrets, records));
    const working = [...gms, ...players].map((one) => one.work(() => isOn));
    const failed = Promise.all(working);
    // Handled below.
    failed.catch(() => undefined);
    const pause = (MINUTES * 60_000) / (KILLED.length + 1);
    for (const part of KILLED) {
      await Promise.race([sleep(pause), failed]);
      records.restarts += 1;
      records.isRestarting = true;
      await product.kill(part);
      records.isRestarting = false;
      process.stderr.write(`${part} was killed: ${figures()}\n`);
    }
    await Promise.race([sleep(pause), failed]);
    isOn = false;
    await failed;
    expect(await findings(table, records, players)).toEqual([]);
    expect(records.broken).toEqual([]);
    expect(Math.min(records.shows, records.acts.size, records.boardItems.size)).toBeGreaterThan(
      MINUTES / 2,
    );
  }, 7_200_000);

  /** Both GMs close at the same moment. */
  it('closes once, and moves open items once', async () => {
    const { campaign, session, url, gms } = table;
    const path = `/api/campaigns/${campaign}/sessions/${session}/`;
    const closed = await Promise.all(
      gms.map(async (gm) => {
        const body = JSON.stringify({ state: 'closed' });
        const headers = {
          authorization: `Bearer ${await gm.token()}`,
          'content-type': 'application/json',
        };
        return (await fetch(url + path, { method: 'PATCH', headers, body })).status;
      }),
    );
    expect(closed).toContain(200);
    expect(closed.filter((status) => status >= 500)).toEqual([]);
    expect(await findings(table, records, players)).toEqual([]);
    for (const player of players) player.checkStream();
    expect(records.broken).toEqual([]);
  }, 600_000);

  function figures(): string {
    const sorted = records.showMs.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
    return [
      `${records.acts.size} reveals, ${records.shows} shows`,
      `${records.boardItems.size} board items with ${records.conflicts} conflicts`,
      `${records.checklist.size} checklist items, ${records.notes.size} notes of players`,
      `${records.responses} responses to players`,
      `${sorted.length} shows seen outside of restarts, half within ${at(0.5)} ms, 95 % within ${at(0.95)} ms`,
    ].join('; ');
  }
});
