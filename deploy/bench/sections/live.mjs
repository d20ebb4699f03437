/* global document, requestAnimationFrame -- used by functions that run in the page */
import fs from 'node:fs/promises';
import path from 'node:path';
import { WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { atLeast, atMost, cleaningUp, goalTable, middle, sized } from '../figures.mjs';
import { gameMaster } from '../game-master.mjs';
import { startLoad } from '../load.mjs';
import { launchBrowser, logIn } from '../page-load.mjs';
import { idIn, NO_LIMITS, poolOf, signedIn, signUp } from '../people.mjs';
import { pidOf, settingsOf, startProgram } from '../processes.mjs';
import { freePort, startProduct } from '../running-product.mjs';
import { nativeSrpClient } from '../srp-client.mjs';
import { startStreams } from '../stream-client.mjs';

/** Players' browsers in addition to the measured one. */
const CONNECTED = sized(199, 9);
const REVEALS = sized(40, 2);
const IDLE_STREAMS = sized(10_000, 22);
/** One less than a person's share. */
const STREAMS_EACH = 11;
const SIGNED_UP_AT_ONCE = 8;
const ROUNDS = sized(5, 1);
const ROUND_MS = sized(3000, 300);
const CONNECTIONS = 16;
const GOALS = { revealMs: 1000, gatewayKb: 45, liveKb: 30, rate: 0.8 };

/**
 * Latency of a reveal to another screen, and the cost of idle streams.
 * @returns {Promise<string>}
 */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({
      ENVIRONMENT: 'production',
      NODE_ENV: 'production',
      MAX_STREAMS_PER_ADDRESS: '100000',
      MAX_STREAMS: '20000',
      MAX_CONNECTIONS_PER_ADDRESS: '100000',
      MAX_CONNECTIONS: '20000',
      ...NO_LIMITS,
    });
    atEnd(product.stop);
    const second = await secondGateway(product);
    atEnd(second.stop);
    const { token } = await signedIn(product);
    const gm = await gameMaster(product, token);
    const tokens = await manyTokens(product, Math.ceil(IDLE_STREAMS / STREAMS_EACH));
    const [players] = [tokens.slice(0, 90)];
    await gm.call('POST', `/campaigns/${gm.campaign}/add-players/`, {
      players: players.map(({ id }) => id),
    });

    const connected = startStreams();
    await connected.open(
      Array.from({ length: CONNECTED }, (_, index) => ({
        origin: product.url,
        token: players[index % players.length]?.token ?? '',
      })),
    );
    const reveals = await timeReveals(product, gm, atEnd);
    await connected.stop();

    const load = startLoad();
    atEnd(load.stop);
    const rate = async () => {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) {
        const { requests, seconds } = await load.run({
          origin: product.url,
          path: '/api/campaigns/',
          headers: { authorization: `Bearer ${token}` },
          connections: CONNECTIONS,
          ms: ROUND_MS,
        });
        rounds.push(requests / seconds);
      }
      return middle(rounds);
    };
    await rate();
    const pids = {
      gateways: [await pidOf(product.dataDir, 'gateway'), second.pid],
      live: await pidOf(product.dataDir, 'live'),
    };
    const before = { rate: await rate(), ...(await memory(pids)) };
    const idle = startStreams();
    atEnd(idle.stop);
    await idle.open(
      Array.from({ length: IDLE_STREAMS }, (_, index) => ({
        origin: index % 2 === 0 ? product.url : second.url,
        token: tokens[index % tokens.length]?.token ?? '',
      })),
    );
    // Wait until temporary memory of the connection setup is freed.
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    const held = await memory(pids);
    const after = { rate: await rate(), ...held };
    return report({ reveals, before, after });
  });

/**
 * Players with open sessions.
 * @param {{ url: string, inboxUrl: string }} product @param {number} count
 * @returns {Promise<{ id: string, token: string }[]>}
 */
async function manyTokens(product, count) {
  const { identity } = await poolOf(product.url);
  const native = nativeSrpClient(identity);
  const tokens = [];
  const one = async () => {
    while (tokens.length < count) {
      const place = tokens.push({ id: '', token: '' }) - 1;
      const token = await native.signIn(await signUp(product));
      tokens[place] = { id: idIn(token), token };
    }
  };
  await Promise.all(Array.from({ length: SIGNED_UP_AT_ONCE }, one));
  return tokens;
}

/**
 * From the GM's call to the paint on a player's screen, in ms.
 * @param {{ url: string, inboxUrl: string }} product
 * @param {Awaited<ReturnType<typeof gameMaster>>} gm
 * @param {(step: () => Promise<unknown>) => void} atEnd
 */
async function timeReveals(product, gm, atEnd) {
  const { id: player, person } = await signedIn(product);
  await gm.call('POST', `/campaigns/${gm.campaign}/add-players/`, { players: [player] });
  const id = await gm.uploadSmall('The map.txt');
  const browser = await launchBrowser();
  atEnd(() => browser.close());
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await logIn(page, person);
  const streaming = page.waitForResponse((answer) => answer.url().includes('/api/live/'));
  await page.goto(`/campaigns/${gm.campaign}`);
  await page.getByText('The map').waitFor();
  await streaming;
  const change = (/** @type {boolean} */ is_spoilers) =>
    gm.call('PATCH', `/documents/${id}/`, { is_spoilers });
  const times = [];
  for (let turn = 0; turn < REVEALS; turn++) {
    await change(true);
    await page.getByText('The map').waitFor({ state: 'detached' });
    const painted = page.evaluate(paintedAt, 'The map');
    const began = Date.now();
    await change(false);
    times.push((await painted) - began);
  }
  return times.sort((a, b) => a - b);
}

/** Runs in the page. @param {string} name @returns {Promise<number>} the clock's time when it was painted */
async function paintedAt(name) {
  while (!document.querySelector('main')?.textContent?.includes(name))
    await new Promise(requestAnimationFrame);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return Date.now();
}

/**
 * A second gateway with the settings of the product's gateway.
 * @param {{ dataDir: string }} product
 */
async function secondGateway({ dataDir }) {
  const settings = await settingsOf(await pidOf(dataDir, 'gateway'));
  const [port, internalPort] = [await freePort(), await freePort()];
  const program = path.join(WORKSPACE, 'services/gateway/dist/main.js');
  const { child, stop } = startProgram(
    program,
    { ...settings, PORT: `${port}`, METRICS_PORT: `${internalPort}` },
    path.join(WORKSPACE, 'services/gateway'),
  );
  const url = `http://localhost:${port}`;
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return { url, pid: child.pid ?? 0, stop };
    if (tries > 200) throw new Error('The second gateway does not answer.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Memory of the gateways together and of the live service, kB.
 * @param {{ gateways: number[], live: number }} pids
 */
async function memory({ gateways, live }) {
  const of = async (/** @type {number} */ pid) => {
    const status = await fs.readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  };
  const all = await Promise.all(gateways.map(of));
  return { gateway: all.reduce((one, other) => one + other, 0), live: await of(live) };
}

/** @typedef {{ rate: number, gateway: number, live: number }} State */

/** @param {{ reveals: number[], before: State, after: State }} figures */
function report({ reveals, before, after }) {
  const p95 = reveals[Math.floor(reveals.length * 0.95)] ?? 0;
  // Each stream uses one of the gateways.
  const gateway = (after.gateway - before.gateway) / IDLE_STREAMS;
  const live = (after.live - before.live) / IDLE_STREAMS;
  const rate = after.rate / before.rate;
  return [
    '## Live',
    '',
    `A reveal from the GM's call to the paint on a player's screen in Chromium, ${REVEALS} times, with ${CONNECTED} other streams of players of the`,
    `campaign. Then ${IDLE_STREAMS.toLocaleString('en')} idle streams through two gateways and one \`live\`: the memory that each of them costs (resident, as the`,
    `system counts it), and concurrent ordinary calls (a list of campaigns, ${CONNECTIONS} connections), all on this machine.`,
    '',
    '| | |',
    '| --- | ---: |',
    `| Reveal until painted, middle, ms | ${middle(reveals)} |`,
    `| Reveal until painted, p95, ms | ${p95} |`,
    `| Calls a second without streams | ${before.rate.toFixed(0)} |`,
    `| Calls a second with ${IDLE_STREAMS.toLocaleString('en')} | ${after.rate.toFixed(0)} |`,
    '',
    ...goalTable([
      atMost(`A reveal is painted within ${GOALS.revealMs} ms, p95`, GOALS.revealMs, p95),
      atMost(`At most ${GOALS.gatewayKb} kB a stream in its gateway`, GOALS.gatewayKb, gateway, 1),
      atMost(`At most ${GOALS.liveKb} kB a stream in \`live\``, GOALS.liveKb, live, 1),
      atLeast(`Ordinary calls at ${GOALS.rate} of their rate`, GOALS.rate, rate),
    ]),
  ].join('\n');
}
