import { createDiffieHellman, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import os from 'node:os';
import { atMost, goalTable, middle, sized } from '../figures.mjs';
import { NO_LIMITS, poolOf, signUp } from '../people.mjs';
import { cpuMs, pidOf } from '../processes.mjs';
import { startProduct } from '../running-product.mjs';
import { anyPublicValue, nativeSrpClient, PRIME } from '../srp-client.mjs';

// The built CommonJS files, whose named exports Node can't detect.
const require = createRequire(import.meta.url);
const serviceKit = '../../../libs/server/service-kit/dist/auth';

/** Warm-up iterations, because JIT compilation dominates the first ones. */
const WARM_UP = sized(300, 4);
const ROUNDS = sized(5, 1);
const SIGN_INS = sized(100, 4);
const AT_A_TIME = 4;
const PEOPLE = sized(10, 2);
const AT_ONCE = sized(50, 4);
/** The server's: g^b for its public value, v^u and (A·v^u)^b for the proof. */
const EXPONENTIATIONS = 3;
const EXPONENT_BYTES = 32;
const GOAL_MS = 12;
const CHECKS = sized(200_000, 100);
const CHECK_GOAL_MS = 0.1;
const IDLE_MS = sized(3000, 100);

/**
 * Server cost of a sign-in, compared with its arithmetic alone.
 * @returns {Promise<string>}
 */
export async function measure() {
  const product = await startProduct(NO_LIMITS);
  try {
    const { identity } = await poolOf(product.url);
    const people = [];
    for (let number = 0; number < PEOPLE; number++) people.push(await signUp(product));
    const client = nativeSrpClient(identity);
    const pid = await pidOf(product.dataDir, 'identity');
    const { signIn, bare, background } = await signInCost(client, people, pid);

    const keys = `${identity.user_pool_endpoint}/${identity.user_pool_id}/.well-known/jwks.json`;
    const idle = await watch(keys, () => new Promise((resolve) => setTimeout(resolve, 2000)));
    /** @type {number[]} */
    let waits = [];
    // Computed once: the arithmetic of fifty clients in this one process would be all that is measured.
    const publicA = anyPublicValue();
    const busy = await watch(keys, async () => {
      waits = await Promise.all(
        Array.from({ length: AT_ONCE }, () => timed(() => client.begin(people[0].email, publicA))),
      );
    });
    const check = await tokenCheck(await client.signIn(people[0]));
    return report({ signIn, bare, background, idle, busy, waits, check });
  } finally {
    await product.stop();
  }
}

/**
 * Alternates rounds of sign-ins and of bare arithmetic, so that background load affects both equally.
 * @param {ReturnType<typeof nativeSrpClient>} client
 * @param {{ email: string, password: string }[]} people
 * @param {number} pid
 */
async function signInCost(client, people, pid) {
  await signInAll(client, people, WARM_UP);
  const resting = await cpuMs(pid);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const background = ((await cpuMs(pid)) - resting) / (IDLE_MS / 1000);
  let spent = 0;
  let bare = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = await cpuMs(pid);
    await signInAll(client, people, SIGN_INS);
    spent += (await cpuMs(pid)) - before;
    bare += bareExponentiations();
  }
  return { signIn: spent / ROUNDS / SIGN_INS, bare: bare / ROUNDS, background };
}

/**
 * @param {ReturnType<typeof nativeSrpClient>} client
 * @param {{ email: string, password: string }[]} people
 * @param {number} count
 */
async function signInAll(client, people, count) {
  let begun = 0;
  const one = async () => {
    for (let turn = begun++; turn < count; turn = begun++)
      await client.signIn(people[turn % people.length] ?? people[0]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
}

/** The exponentiations of one sign-in, by the same native means and nothing else. */
function bareExponentiations() {
  const group = createDiffieHellman(PRIME, 2);
  const base = randomBytes(PRIME.length - 1);
  const before = process.cpuUsage();
  for (let turn = 0; turn < SIGN_INS * EXPONENTIATIONS; turn++) {
    group.setPrivateKey(randomBytes(EXPONENT_BYTES));
    group.computeSecret(base);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / SIGN_INS;
}

/**
 * Cost of verifying a known access token in a service, including revocations. The first verification, by
 * signature, is done by passport and not counted.
 * @param {string} token
 */
async function tokenCheck(token) {
  // With all of Nest: only when it is needed.
  const { PolledRevocations } = require(`${serviceKit}/polled-revocations.js`);
  const { TokenVerifier } = require(`${serviceKit}/token-verifier.js`);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const request = { headers: { authorization: `Bearer ${token}` }, user: undefined };
  const context = { switchToHttp: () => ({ getRequest: () => request }) };
  const passport = { canActivate: async () => Object.assign(request, { user: claims }) };
  const identity = { get: async () => ({ revoked: [], cursor: '1' }) };
  const revocations = new PolledRevocations(/** @type {any} */ (identity), 60_000);
  revocations.onModuleInit();
  await new Promise((resolve) => setImmediate(resolve));
  const verifier = new TokenVerifier(/** @type {any} */ (passport), revocations);
  await verifier.verify(/** @type {any} */ (context));
  const before = process.cpuUsage();
  for (let turn = 0; turn < CHECKS; turn++) await verifier.verify(/** @type {any} */ (context));
  const { user, system } = process.cpuUsage(before);
  revocations.onModuleDestroy();
  return (user + system) / 1000 / CHECKS;
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

/** @param {{ signIn: number, bare: number, background: number, idle: number, busy: number, waits: number[], check: number }} figures */
function report({ signIn, bare, background, idle, busy, waits, check }) {
  const ms = (/** @type {number} */ value) => value.toFixed(1);
  return [
    '## Sign-in',
    '',
    'Processor time of the whole identity process, all its threads, for a sign-in by SRP: both calls, with',
    `database, tokens and log. Mean of ${ROUNDS * SIGN_INS} after ${WARM_UP} that are not counted, ${AT_A_TIME} at a time, by a client with native`,
    'arithmetic, so that the service is busy and does not wait for clients; nothing is subtracted, and what it',
    `uses while idle is listed. For comparison, measured in turns, its ${EXPONENTIATIONS} modular exponentiations`,
    `alone. Then the first call of ${AT_ONCE} sign-ins at once, and another answer of the same service meanwhile.`,
    '',
    '| Sign-in | |',
    '| --- | ---: |',
    `| Sign-in, ms of processor | ${ms(signIn)} |`,
    `| ${EXPONENTIATIONS} bare exponentiations, ms of processor | ${ms(bare)} |`,
    `| Sign-in / bare | ${(signIn / bare).toFixed(2)} |`,
    `| Work waiting for each core of the machine, this and all else | ${(os.loadavg()[0] / os.cpus().length).toFixed(1)} |`,
    `| Without sign-ins, ms of processor a second | ${ms(background)} |`,
    `| ${AT_ONCE} first calls at once: median, ms | ${ms(middle(waits))} |`,
    `| ${AT_ONCE} first calls at once: slowest / median | ${(Math.max(...waits) / middle(waits)).toFixed(2)} |`,
    `| Key document meanwhile / idle | ${(busy / idle).toFixed(1)} |`,
    `| Check of a token seen before, ms of processor | ${check.toFixed(4)} |`,
    '',
    ...goalTable([
      atMost(`Sign-in at most ${GOAL_MS} ms of processor`, GOAL_MS, signIn, 1),
      atMost(`Token seen before checked in at most ${CHECK_GOAL_MS} ms`, CHECK_GOAL_MS, check, 4),
    ]),
  ].join('\n');
}
