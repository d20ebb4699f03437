import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { atLeast, atMost, cleaningUp, goalTable, middleOfEach, sized } from '../figures.mjs';
import { startLoad } from '../load.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { cpuMs, pidOf, settingsOf, startServer } from '../processes.mjs';
import { startProduct } from '../running-product.mjs';

const CAMPAIGNS = 20;
const PLAYERS = 8;
/** Other people with as many campaigns, so that the tables are no toys. */
const OTHERS = sized(200, 2);
const CONNECTIONS = 16;
const ROUNDS = sized(5, 1);
const ROUND_MS = sized(3000, 300);
const WARM_UP_MS = sized(3000, 100);
const LISTS = path.join(import.meta.dirname, '../list');
const LIST = '/api/campaigns/';
/** Share of the calls that are traced. */
const TRACED = 0.01;

const GOALS = { bare: 0.6, hop: 1.3 };

/**
 * @typedef {{ label: string, origin: string, proxy: number, service: number }} Path with process ids
 * @typedef {{ perSecond: number, proxyMs: number, serviceMs: number, bytes: number }} Round
 */

/**
 * Compares a GM's campaign list through the gateway with simpler paths.
 * @returns {Promise<string>}
 */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const sink = await startServer(path.join(import.meta.dirname, '../trace-sink.mjs'), {});
    atEnd(sink.stop);
    const product = await startProduct({
      ENVIRONMENT: 'production',
      NODE_ENV: 'production',
      OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: String(TRACED),
      ...NO_LIMITS,
    });
    atEnd(product.stop);
    const load = startLoad();
    atEnd(load.stop);
    const { id, token } = await signedIn(product);
    const gateway = await pidOf(product.dataDir, 'gateway');
    const campaign = await pidOf(product.dataDir, 'campaign');
    const settings = await settingsOf(campaign);
    await fill(settings.DATABASE_URL ?? '', id);

    const start = async (/** @type {string} */ program, /** @type {NodeJS.ProcessEnv} */ given) => {
      const server = await startServer(path.join(LISTS, program), given);
      atEnd(server.stop);
      return server;
    };
    const { DATABASE_URL, TOKEN_ISSUER, POOL_CLIENT_ID, PORT } = settings;
    // One for each process of the identity service, and one for its spare place.
    const [JWKS_URL] = (settings.JWKS_URL ?? '').split(',');
    const list = await start('bare-list.mjs', {
      DATABASE_URL,
      JWKS_URL,
      TOKEN_ISSUER,
      POOL_CLIENT_ID,
    });
    const proxy = await start('bare-proxy.mjs', { UPSTREAM: list.url });
    const hop = await start('bare-proxy.mjs', { UPSTREAM: `http://127.0.0.1:${PORT}` });
    const paths = {
      product: { label: 'Product', origin: product.url, proxy: gateway, service: campaign },
      bare: { label: 'Bare', origin: proxy.url, proxy: proxy.pid, service: list.pid },
      hop: { label: 'Bare proxy, our service', origin: hop.url, proxy: hop.pid, service: campaign },
    };

    const headers = { authorization: `Bearer ${token}` };
    await expectSameAnswer(Object.values(paths), headers);
    const order = (/** @type {Path} */ { origin }, /** @type {number} */ ms) =>
      load.run({ origin, path: LIST, headers, connections: CONNECTIONS, ms });
    return report(await inTurns(paths, order));
  });

/** Campaigns of the GM and of others, each with players. @param {string} url @param {string} gm */
async function fill(url, gm) {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  try {
    await database.query(
      `WITH made AS (
         INSERT INTO campaign (id, owner, title, game_system, created_at)
         SELECT gen_random_uuid(), owner, 'The Sunken Library of Vhoorl, part ' || number,
                'Dungeons & Dragons 5e', now() - number * interval '1 hour'
           FROM unnest($1::uuid[]) owner, generate_series(1, $2) number
         RETURNING id)
       INSERT INTO campaign_player (campaign_id, player_id)
       SELECT id, gen_random_uuid() FROM made, generate_series(1, $3)`,
      [[gm, ...Array.from({ length: OTHERS }, () => randomUUID())], CAMPAIGNS, PLAYERS],
    );
    await database.query('ANALYZE campaign, campaign_player');
  } finally {
    await database.end();
  }
}

/** @param {Path[]} paths @param {Record<string, string>} headers */
async function expectSameAnswer(paths, headers) {
  const answers = await Promise.all(
    paths.map(async ({ label, origin }) => {
      const answer = await fetch(origin + LIST, { headers });
      if (!answer.ok) throw new Error(`${label}: ${answer.status} ${await answer.text()}`);
      return answer.text();
    }),
  );
  if (new Set(answers).size !== 1) throw new Error('The answers differ.');
}

/**
 * Measures all paths in alternating rounds, so that background load affects them equally.
 * @template {string} Name
 * @param {Record<Name, Path>} paths
 * @param {(way: Path, ms: number) => Promise<import('../load.mjs').Done>} order
 * @returns {Promise<Record<Name, Round & { label: string }>>}
 */
async function inTurns(paths, order) {
  const names = /** @type {Name[]} */ (Object.keys(paths));
  for (const name of names) await order(paths[name], WARM_UP_MS);
  /** @type {Record<string, Round[]>} */
  const rounds = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) {
      const { proxy, service } = paths[name];
      const before = [await cpuMs(proxy), await cpuMs(service)];
      const { requests, seconds, bytes } = await order(paths[name], ROUND_MS);
      const [proxyMs = 0, serviceMs = 0] = [
        (await cpuMs(proxy)) - (before[0] ?? 0),
        (await cpuMs(service)) - (before[1] ?? 0),
      ];
      rounds[name]?.push({
        perSecond: requests / seconds,
        proxyMs: proxyMs / requests,
        serviceMs: serviceMs / requests,
        bytes,
      });
    }
  return /** @type {Record<Name, Round & { label: string }>} */ (
    Object.fromEntries(
      names.map((name) => [
        name,
        { label: paths[name].label, ...middleOfEach(rounds[name] ?? []) },
      ]),
    )
  );
}

/** @typedef {Record<'product' | 'bare' | 'hop', Round & { label: string }>} Figures */

/** @param {Figures} figures */
function report(figures) {
  const { product, bare, hop } = figures;
  const share = product.perSecond / bare.perSecond;
  const processor = product.proxyMs / hop.proxyMs;
  return [
    '## API',
    '',
    `A GM's list of ${CAMPAIGNS} campaigns with ${PLAYERS} players each (${product.bytes} bytes), in production settings with logs, metrics,`,
    `limits and traces (${TRACED * 100} %) on; ${CONNECTIONS} connections, medians of ${ROUNDS} rounds taken in turns, the same answer from the same`,
    'PostgreSQL. "Bare" is a `node:http` proxy before `node:http` and `pg` with the same query and a check of the',
    "token's signature at each call. Milliseconds are of the processor, for one call.",
    '',
    '| | Calls a second | Proxy, ms | Service, ms | Both, ms | Product / this, calls | Product / this, ms |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...Object.values(figures).map((figure) => row(figure, product)),
    '',
    ...goalTable([
      atLeast(`At least ${GOALS.bare} of the bare path's throughput`, GOALS.bare, share),
      atMost(
        `The gateway takes at most ${GOALS.hop} times the processor of a bare proxy before the same service`,
        GOALS.hop,
        processor,
        2,
      ),
    ]),
  ].join('\n');
}

/** @param {Round & { label: string }} figure @param {Round} product */
function row({ label, perSecond, proxyMs, serviceMs }, product) {
  const both = proxyMs + serviceMs;
  const ms = [proxyMs, serviceMs, both].map((value) => value.toFixed(3));
  const calls = (product.perSecond / perSecond).toFixed(2);
  const processor = ((product.proxyMs + product.serviceMs) / both).toFixed(2);
  return `| ${label} | ${perSecond.toFixed(0)} | ${ms.join(' | ')} | ${calls} | ${processor} |`;
}
