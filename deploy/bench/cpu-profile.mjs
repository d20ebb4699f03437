import { setTimeout as pause } from 'node:timers/promises';
import fs from 'node:fs/promises';
import { WebSocket } from 'undici';

/** Lets several processes open their inspectors at once. To be set where they start. */
export const PROFILABLE = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

/**
 * What a running process spends its time on while `work` lasts, by package, the largest first.
 * @param {{ pid: number, log: string }} target started with {@link PROFILABLE}; its log names the inspector
 * @param {() => Promise<unknown>} work
 * @returns {Promise<{ where: string, share: number }[]>}
 */
export async function profile({ pid, log }, work) {
  process.kill(pid, 'SIGUSR1');
  let url;
  while (!(url = await inspectorIn(log))) await pause(50);
  const inspector = await connect(url);
  await inspector.send('Profiler.enable');
  await inspector.send('Profiler.start');
  await work();
  const { profile: taken } = await inspector.send('Profiler.stop');
  inspector.close();
  return shares(taken);
}

/** @param {string} log @returns {Promise<string | undefined>} address of the inspector last opened */
const inspectorIn = async (log) =>
  [...(await fs.readFile(log, 'utf8')).matchAll(/Debugger listening on (ws:\S+)/g)].at(-1)?.[1];

/** @param {string} url */
async function connect(url) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  /** @type {Map<number, (result: any) => void>} */
  const waiting = new Map();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
  });
  let last = 0;
  return {
    /** @param {string} method @param {object} [params] @returns {Promise<any>} */
    send: (method, params = {}) =>
      new Promise((resolve) => {
        waiting.set(++last, resolve);
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    close: () => socket.close(),
  };
}

/** @param {any} taken a profile of V8 */
function shares({ nodes, samples, timeDeltas }) {
  const places = new Map(
    nodes.map((/** @type {any} */ { id, callFrame }) => [id, place(callFrame)]),
  );
  /** @type {Map<string, number>} */
  const spent = new Map();
  let total = 0;
  samples.forEach((/** @type {number} */ id, /** @type {number} */ index) => {
    const where = places.get(id);
    if (where === 'idle') return;
    total += timeDeltas[index];
    spent.set(where, (spent.get(where) ?? 0) + timeDeltas[index]);
  });
  return [...spent]
    .map(([where, time]) => ({ where, share: time / total }))
    .sort((a, b) => b.share - a.share);
}

/** @param {{ url: string, functionName: string }} callFrame */
function place({ url, functionName }) {
  if (url.startsWith('node:')) return 'Node itself';
  const installed = url.split('/node_modules/').at(-1);
  if (installed && installed !== url)
    return /^(@[^/]+\/[^/]+|[^/]+)/.exec(installed)?.[1] ?? installed;
  const own = /\/((?:services|libs)\/.+)\/dist\//.exec(url)?.[1];
  if (own) return own;
  if (functionName === '(program)') return 'Node itself, native';
  return functionName.startsWith('(') ? functionName.slice(1, -1) : 'built in';
}
