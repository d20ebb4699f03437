import { cleaningUp, goalTable, middle, sized } from '../figures.mjs';
import { gameMaster } from '../game-master.mjs';
import { idIn, newPerson, NO_LIMITS, poolOf, signedIn } from '../people.mjs';
import { startProduct } from '../running-product.mjs';

/** Every player is in every campaign of their group, so the players have 1,000 memberships. */
const CAMPAIGNS = sized(100, 3);
const PLAYERS = sized(10, 2);
const UNREAD_EACH = sized(20, 2);
const ROUNDS = sized(200, 4);
const WARM_UP = sized(20, 1);
const GOAL = 1.1;

/**
 * Response time of the campaign list alone, with the unread counts after it as on the page, and at the same time as the counts.
 * @returns {Promise<string>}
 */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({ NODE_ENV: 'production', ...NO_LIMITS });
    atEnd(product.stop);
    const gm = await signedIn(product);
    const { client } = await poolOf(product);
    const tokens = [];
    for (let at = 0; at < PLAYERS; at++)
      tokens.push(await client.signIn(await newPerson(client, product)));
    const players = tokens.map(idIn);
    for (let at = 0; at < CAMPAIGNS; at++) {
      const { campaign, call } = await gameMaster(product, gm.token);
      await call('POST', `/campaigns/${campaign}/add-players/`, { players });
      for (let document = 0; document < UNREAD_EACH; document++)
        await call('POST', '/documents/notes/', {
          ...{ campaign, title: `Note ${document}`, markdown: 'Bells.', is_spoilers: false },
        });
    }
    const headers = { authorization: `Bearer ${tokens[0]}` };
    /** @param {string} path */
    const timed = async (path) => {
      const began = performance.now();
      const answer = await fetch(`${product.url}${path}`, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return performance.now() - began;
    };
    const list = () => timed('/api/campaigns/');
    const counts = () => timed('/api/documents/news/counts/');
    const rounds = [];
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      const isAloneFirst = round % 2 === 0;
      const early = isAloneFirst ? await list() : 0;
      const followed = await list();
      const count = await counts();
      const alone = isAloneFirst ? early : await list();
      const [both] = await Promise.all([list(), counts()]);
      if (round >= WARM_UP) rounds.push({ alone, followed, both, count });
    }
    return report(rounds);
  });

/** @param {{ alone: number, followed: number, both: number, count: number }[]} rounds */
function report(rounds) {
  const alone = rounds.map((round) => round.alone);
  const followed = rounds.map((round) => round.followed);
  const both = rounds.map((round) => round.both);
  const count = rounds.map((round) => round.count);
  const ratio = middle(rounds.map((round) => round.followed / round.alone));
  /** @param {string} name @param {number[]} times */
  const row = (name, times) =>
    `| ${name} | ${middle(times).toFixed(1)} | ${highest(times, 0.95).toFixed(1)} |`;
  return [
    '## Unread counts',
    '',
    `A player of ${CAMPAIGNS} campaigns, each with ${PLAYERS} players and ${UNREAD_EACH} unread documents: the campaign list alone,`,
    `followed by the unread counts as on the page, and at the same time as the counts, ${ROUNDS} rounds.`,
    '',
    '| Call | Median, ms | p95, ms |',
    '| --- | ---: | ---: |',
    row('list alone', alone),
    row('list before counts', followed),
    row('list during counts', both),
    row('counts', count),
    '',
    ...goalTable([
      {
        goal: `list before counts at most ${GOAL} × the list alone`,
        seen: ratio.toFixed(2),
        met: ratio <= GOAL,
      },
    ]),
  ].join('\n');
}

/** @param {number[]} times @param {number} share */
const highest = (times, share) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
