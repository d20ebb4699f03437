import { createDiffieHellman, getDiffieHellman, randomBytes } from 'node:crypto';
import { createSrpSession, wrapInitiateAuth } from 'cognito-srp-helper';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { startProduct } from '../running-product.mjs';

// As they were built: CommonJS whose names node can't tell from outside.
const require = createRequire(import.meta.url);
const serviceKit = '../../../../libs/server/service-kit/dist/auth';
const { codeFor } = require('../../dist/demo/demo-inbox.js');
const { userPoolClient } = require('../../dist/demo/user-pool-client.js');

const SIGN_INS = 60;
const WARM_UP = 10;
const PEOPLE = 10;
const AT_ONCE = 50;
/** The server's: g^b for its public value, v^u and (A·v^u)^b for the proof. */
const EXPONENTIATIONS = 3;
const EXPONENT_BYTES = 32;
const GOAL_MS = 12;
const CHECKS = 200_000;
const CHECK_GOAL_MS = 0.1;
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
    const firstCall = firstCallOf(identity, people[0].email);
    const busy = await watch(keys, async () => {
      waits = await Promise.all(Array.from({ length: AT_ONCE }, () => timed(firstCall)));
    });
    const token = await pool.signIn(people[0]);
    const bare = bareExponentiations();
    return report({ signIn, bare, idle, busy, waits, check: await tokenCheck(token) });
  } finally {
    await product.stop();
  }
}

/** @param {any} pool @param {string} inbox */
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

/**
 * The first call of a sign-in, with a public value that is computed once: the arithmetic of fifty
 * clients in this one process would be all that is measured.
 * @param {any} identity @param {string} email
 */
function firstCallOf(identity, email) {
  const session = createSrpSession(email, 'irrelevant', identity.user_pool_id, false);
  const body = JSON.stringify(
    wrapInitiateAuth(session, {
      ClientId: identity.user_pool_client_id,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { CHALLENGE_NAME: 'SRP_A', USERNAME: email },
    }),
  );
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
  };
  return async () => {
    const answer = await fetch(identity.user_pool_endpoint, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
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
    group.setPrivateKey(randomBytes(EXPONENT_BYTES));
    group.computeSecret(base);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / SIGN_INS;
}

/**
 * What every service does with the credential of a call that it has seen before, revocations included.
 * The first verification, by signature, is left to passport and not counted.
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

/** @param {number[]} times */
const middle = (times) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

/** @param {{ signIn: number, bare: number, idle: number, busy: number, waits: number[], check: number }} figures */
function report({ signIn, bare, idle, busy, waits, check }) {
  const ms = (/** @type {number} */ value) => value.toFixed(1);
  return [
    '## Sign-in',
    '',
    `Processor time of the identity service for a whole sign-in by SRP (both calls, database and tokens`,
    `included), mean of ${SIGN_INS}; beside it the ${EXPONENTIATIONS} modular exponentiations alone. Then the first call of ${AT_ONCE}`,
    'sign-ins at once, and what another answer of the same service takes meanwhile.',
    '',
    '| | |',
    '| --- | ---: |',
    `| Sign-in, ms of processor | ${ms(signIn)} |`,
    `| ${EXPONENTIATIONS} bare exponentiations, ms of processor | ${ms(bare)} |`,
    `| Sign-in / bare | ${(signIn / bare).toFixed(2)} |`,
    `| ${AT_ONCE} first calls at once: median, ms | ${ms(middle(waits))} |`,
    `| ${AT_ONCE} first calls at once: slowest / median | ${(Math.max(...waits) / middle(waits)).toFixed(2)} |`,
    `| Check of a token seen before, ms of processor | ${check.toFixed(4)} |`,
    `| Key document meanwhile / idle | ${(busy / idle).toFixed(1)} |`,
    '',
    '| Goal | |',
    '| --- | --- |',
    `| Sign-in at most ${GOAL_MS} ms of processor | ${signIn <= GOAL_MS ? 'met' : 'MISSED'} |`,
    `| Token seen before checked in at most ${CHECK_GOAL_MS} ms | ${check <= CHECK_GOAL_MS ? 'met' : 'MISSED'} |`,
  ].join('\n');
}
