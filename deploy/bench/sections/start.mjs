import { setTimeout as pause } from 'node:timers/promises';
import { cleaningUp, goalTable, middle, sized } from '../figures.mjs';
import { familyMegabytes, ownMegabytes, pids } from '../processes.mjs';
import { makePlace, startIn } from '../running-product.mjs';

const STARTS = sized(3, 1);
const SECONDS_GOAL = 15;
/** By then, memory that only startup needs is freed. */
const SETTLE_MS = sized(30_000, 100);
const MEGABYTES_GOAL = 1200;

/**
 * Duration of a second start, and resource use of the idle product.
 * @returns {Promise<string>}
 */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const place = await makePlace();
    atEnd(place.remove);
    const first = await timedStart(place);
    await first.product.stop();
    const seconds = [];
    for (let start = 1; start < STARTS; start++) {
      const again = await timedStart(place);
      seconds.push(again.seconds);
      await again.product.stop();
    }
    const last = await timedStart(place);
    atEnd(last.product.stop);
    seconds.push(last.seconds);
    await pause(SETTLE_MS);
    return report(first.seconds, seconds, await memory(last.product));
  });

/** @param {Awaited<ReturnType<typeof makePlace>>} place */
async function timedStart(place) {
  const startedAt = performance.now();
  const product = await startIn(place, {});
  return { product, seconds: (performance.now() - startedAt) / 1000 };
}

/** @param {{ pid: number, dataDir: string }} product */
async function memory({ pid, dataDir }) {
  const sizes = [];
  for (const [name, part] of await pids(dataDir))
    sizes.push({ name, size: await familyMegabytes(part) });
  return [...sizes, { name: 'launcher', size: await ownMegabytes(pid) }];
}

/**
 * @param {number} first
 * @param {number[]} seconds
 * @param {{ name: string, size: number }[]} sizes
 */
function report(first, seconds, sizes) {
  const again = middle(seconds);
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  return [
    '## Start',
    '',
    `Seconds from the command to the ready line, everything built: the first start on an empty data folder, and the`,
    `median of ${STARTS} further ones. Then the memory of the whole, embedded parts included, half a minute later: proportional`,
    'set size, in which pages that processes share count once.',
    '',
    '| | |',
    '| --- | ---: |',
    `| First start, s | ${first.toFixed(1)} |`,
    `| Further starts, s | ${again.toFixed(1)} |`,
    ...sizes.map(({ name, size }) => `| ${name}, MB | ${size.toFixed(0)} |`),
    `| All together, MB | ${total.toFixed(0)} |`,
    '',
    ...goalTable([
      { goal: `A further start in at most ${SECONDS_GOAL} s`, met: again <= SECONDS_GOAL },
      { goal: `At most ${MEGABYTES_GOAL} MB when idle`, met: total <= MEGABYTES_GOAL },
    ]),
  ].join('\n');
}
