import { createDiffieHellman, getDiffieHellman, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startProduct } from '../running-product.mjs';
import { codeFor } from '../../dist/demo/demo-inbox.js';
import { userPoolClient } from '../../dist/demo/user-pool-client.js';

const SIGN_INS = 60;
const WARM_UP = 10;
const PEOPLE = 10;
const AT_ONCE = 50;
/** The server's: g^b for its public value, v^u and (A·v^u)^b for the proof. */
const EXPONENTIATIONS = 3;
const GOAL_MS = 12;
/** The 3072-bit group of the protocol (RFC 3526, number 15). */
const N = getDiffieHellman('modp15').getPrime();
/** Clock ticks of /proc a second, on every Linux there is. */
const TICKS = 100;

/** What signing in costs the server, beside the arithmetic alone. @returns {Promise<string>} */
export async function measure() {
  const product = await startProduct({
    RATE_LIMIT_SIGN_IN: '100000',
    RATE_LIMIT_SIGN_UP: '100000',
  });
  try {
    const { identity } = await (await fetch(`${product.url}/config.json`)).json();
    const pool = userPoolClient(
      identity.user_pool_endpoint,
      identity.user_pool_id,
      identity.user_pool_client_id,
    );
    const people = [];
    for (let number = 0; number < PEOPLE; number++)
      people.push(await newPerson(pool, product.mailUrl));

    for (let turn = 0; turn < WARM_UP; turn++) await pool.signIn(people[turn % PEOPLE]);
    const pid = await pidOf(product.dataDir, 'identity');
    const before = await cpuMs(pid);
    for (let turn = 0; turn < SIGN_INS; turn++) await pool.signIn(people[turn % PEOPLE]);
    const signIn = ((await cpuMs(pid)) - before) / SIGN_INS;

    const keys = `${identity.user_pool_endpoint}/${identity.user_pool_id}/.well-known/jwks.json`;
    const idle = await watch(keys, () => new Promise((resolve) => setTimeout(resolve, 2000)));
    /** @type {number[]} */
    let waits = [];
    const busy = await watch(keys, async () => {
      const turns = Array.from({ length: AT_ONCE }, (_, turn) =>
        timed(() => pool.signIn(people[turn % PEOPLE])),
      );
      waits = await Promise.all(turns);
    });
    return report({ signIn, bare: bareExponentiations(), idle, busy, waits });
  } finally {
    await product.stop();
  }
}

/** @param {ReturnType<typeof userPoolClient>} pool @param {string} inbox */
async function newPerson(pool, inbox) {
  const person = {
    email: `bench.${randomBytes(6).toString('hex')}@example.org`,
    password: 'Candle1light',
    firstName: 'Bench',
    lastName: 'Mark',
  };
  const since = Date.now() - 60_000;
  await pool.signUp(person);
  await pool.confirm(person, await codeFor(inbox, person.email, since));
  return person;
}

/** @param {string} dataDir @param {string} part @returns {Promise<number>} */
async function pidOf(dataDir, part) {
  const state = JSON.parse(await fs.readFile(path.join(dataDir, 'run/state.json'), 'utf8'));
  return state[part].pid;
}

/** Processor time of a process with all its threads. @param {number} pid */
async function cpuMs(pid) {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8');
  // The name may hold spaces; what follows its bracket does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** The exponentiations of one sign-in, by the same native means and nothing else. */
function bareExponentiations() {
  const group = createDiffieHellman(N, 2);
  const base = randomBytes(N.length - 1);
  const before = process.cpuUsage();
  for (let turn = 0; turn < SIGN_INS * EXPONENTIATIONS; turn++) {
    group.setPrivateKey(randomBytes(N.length - 1));
    group.computeSecret(base);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / SIGN_INS;
}

/** Median time of another answer of the same service meanwhile. @param {string} url @param {() => Promise<unknown>} work */
async function watch(url, work) {
  let over = false;
  const working = work().finally(() => (over = true));
  const times = [];
  while (!over) times.push(await timed(async () => (await fetch(url)).arrayBuffer()));
  await working;
  return middle(times);
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** @param {number[]} times */
const middle = (times) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

/** @param {{ signIn: number, bare: number, idle: number, busy: number, waits: number[] }} figures */
function report({ signIn, bare, idle, busy, waits }) {
  const ms = (/** @type {number} */ value) => value.toFixed(1);
  return [
    '## Sign-in',
    '',
    `Processor time of the identity service for a whole sign-in by SRP (both calls, database and tokens`,
    `included), mean of ${SIGN_INS}; beside it the ${EXPONENTIATIONS} modular exponentiations alone. Then ${AT_ONCE} sign-ins at once, and`,
    'what another answer of the same service takes meanwhile.',
    '',
    '| | |',
    '| --- | ---: |',
    `| Sign-in, ms of processor | ${ms(signIn)} |`,
    `| ${EXPONENTIATIONS} bare exponentiations, ms of processor | ${ms(bare)} |`,
    `| Sign-in / bare | ${(signIn / bare).toFixed(2)} |`,
    `| ${AT_ONCE} at once: median, ms | ${ms(middle(waits))} |`,
    `| ${AT_ONCE} at once: slowest / median | ${(Math.max(...waits) / middle(waits)).toFixed(2)} |`,
    `| Key document meanwhile / idle | ${(busy / idle).toFixed(1)} |`,
    '',
    '| Goal | |',
    '| --- | --- |',
    `| Sign-in at most ${GOAL_MS} ms of processor | ${signIn <= GOAL_MS ? 'met' : 'MISSED'} |`,
  ].join('\n');
}
