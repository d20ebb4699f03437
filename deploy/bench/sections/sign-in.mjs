import { goalTable, sized } from '../figures.mjs';
import { newPerson, NO_LIMITS, poolOf } from '../people.mjs';
import { cpuMs, pidOf } from '../processes.mjs';
import { startProduct } from '../running-product.mjs';

/** Until then much of the time goes into compiling what has not run often enough. */
const WARM_UP = sized(300, 4);
const SIGN_INS = sized(500, 4);
const AT_A_TIME = 4;
const PEOPLE = sized(10, 2);
const GOAL_MS = 12;

/** @typedef {{ signIn(person: { email: string, password: string }): Promise<string> }} Client */

/** Processor time of the identity process for one sign-in. @returns {Promise<string>} */
export async function measure() {
  const product = await startProduct(NO_LIMITS);
  try {
    const { client } = await poolOf(product);
    const people = [];
    for (let number = 0; number < PEOPLE; number++) people.push(await newPerson(client, product));
    const pid = await pidOf(product.dataDir, 'identity');
    await signInAll(client, people, WARM_UP);
    const before = await cpuMs(pid);
    await signInAll(client, people, SIGN_INS);
    return report(((await cpuMs(pid)) - before) / SIGN_INS);
  } finally {
    await product.stop();
  }
}

/**
 * @param {Client} client
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

/** @param {number} signIn ms */
function report(signIn) {
  return [
    '## Sign-in',
    '',
    'Processor time of the whole identity process, all its threads, for a sign-in by SRP: both calls, with',
    `database, tokens, logs and background work. Mean of ${SIGN_INS} sign-ins after ${WARM_UP} that warm up, ${AT_A_TIME} at a time.`,
    '',
    ...goalTable([
      {
        goal: `Sign-in at most ${GOAL_MS} ms of processor`,
        seen: signIn.toFixed(1),
        met: signIn <= GOAL_MS,
      },
    ]),
  ].join('\n');
}
