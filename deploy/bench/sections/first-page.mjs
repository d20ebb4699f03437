import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { cleaningUp, goalTable, middle, sized } from '../figures.mjs';
import { gameMaster } from '../game-master.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { pidOf, settingsOf, startServer } from '../processes.mjs';
import { startProduct } from '../running-product.mjs';

const PAGE = 50;
/** Documents of three campaigns. */
const COUNTS = [PAGE, sized(1_188, 60), sized(11_880, 120)];
const ROUNDS = sized(200, 4);
const WARM_UP = sized(30, 1);
const LISTS = path.join(import.meta.dirname, '../list');
const GOAL = 1.2;

const KEY = "'notes/' || copy";
/** Rows of a note, with the values that differ in copies. Their text is read already. */
const COPIED = {
  document: `'s3_key', ${KEY}, 'read_key', ${KEY}, 'pictured_key', ${KEY}, 'original_filename', 'Note ' || number,
    'created_at', t.created_at - number * interval '1 minute'`,
  note: `'creation_key', NULL`,
  reading: `'source_key', ${KEY}`,
};

/**
 * Response time of the first page of a campaign's documents, for its GM, by the number of documents, compared with a bare server.
 * @returns {Promise<string>}
 */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({
      ...{ ENVIRONMENT: 'production', NODE_ENV: 'production' },
      ...NO_LIMITS,
    });
    atEnd(product.stop);
    const { token } = await signedIn(product);
    const settings = await settingsOf(await pidOf(product.dataDir, 'document'));
    const { DATABASE_URL = '', TOKEN_ISSUER, POOL_CLIENT_ID } = settings;
    const [JWKS_URL] = (settings['JWKS_URL'] ?? '').split(',');
    const campaigns = [];
    for (const count of COUNTS) campaigns.push(await filled(product, token, DATABASE_URL, count));
    const bare = await startServer(path.join(LISTS, 'bare-documents.mjs'), {
      ...{ DATABASE_URL, JWKS_URL, TOKEN_ISSUER, POOL_CLIENT_ID },
    });
    atEnd(bare.stop);
    const proxy = await startServer(path.join(LISTS, 'bare-proxy.mjs'), { UPSTREAM: bare.url });
    atEnd(proxy.stop);

    const headers = { authorization: `Bearer ${token}` };
    /** @param {string} origin @param {string} campaign */
    const call = async (origin, campaign) => {
      const began = performance.now();
      const list = `/api/documents/?campaign=${campaign}&limit=${PAGE}`;
      const answer = await fetch(`${origin}${list}`, { headers });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${origin}: ${answer.status} ${text}`);
      return { ms: performance.now() - began, body: JSON.parse(text) };
    };
    /** @type {{ product: number[], bare: number[] }[]} */
    const times = COUNTS.map(() => ({ product: [], bare: [] }));
    for (let round = 0; round < ROUNDS + WARM_UP; round++)
      for (const [index, campaign] of campaigns.entries()) {
        const ours = await call(product.url, campaign);
        const theirs = await call(proxy.url, campaign);
        // The order of fields may differ.
        if (!isDeepStrictEqual(ours.body, theirs.body)) throw new Error('The answers differ.');
        if (round < WARM_UP) continue;
        times[index]?.product.push(ours.ms);
        times[index]?.bare.push(theirs.ms);
      }
    return report(times.map(({ product: ours, bare: theirs }) => [middle(ours), middle(theirs)]));
  });

/**
 * A campaign with copies of one note.
 * @param {Awaited<ReturnType<typeof startProduct>>} product
 * @param {string} token
 * @param {string} url of the document service's database
 * @param {number} count
 * @returns {Promise<string>} its id
 */
async function filled(product, token, url, count) {
  const { campaign, call } = await gameMaster(product, token);
  const note = { campaign, title: 'Note', markdown: 'Bells.', is_spoilers: false };
  const { id } = await call('POST', '/documents/notes/', note);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  try {
    const copies = Array.from({ length: count - 1 }, () => randomUUID());
    // In one transaction, because the service would read the text of a document without a note.
    await database.query('BEGIN');
    for (const [table, changes] of Object.entries(COPIED)) {
      const { rows } = await database.query(
        `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
          WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
        [table],
      );
      const { columns } = rows[0];
      const key = table === 'document' ? 'id' : 'document_id';
      await database.query(
        `INSERT INTO ${table} (${columns})
         SELECT ${columns.replaceAll(/\w+/g, 'r.$&')}
           FROM ${table} t, unnest($2::uuid[]) WITH ORDINALITY AS c (copy, number), jsonb_populate_record(t, jsonb_build_object('${key}', copy, ${changes})) r
          WHERE t.${key} = $1`,
        [id, copies],
      );
    }
    await database.query('COMMIT');
    await database.query('ANALYZE document, note');
  } finally {
    await database.end();
  }
  return campaign;
}

/** @param {number[][]} figures medians of the product and of the bare server in ms */
function report(figures) {
  const [[fewest = 0] = []] = figures;
  return [
    '## First page',
    '',
    `The first ${PAGE} documents of a campaign for its GM, on one connection, ${ROUNDS} rounds in turns, medians. "Bare" is a \`node:http\``,
    "proxy before `node:http` and `pg` with the same query and a check of the token's signature; it does not ask for the role.",
    '',
    '| Documents | Product, ms | Product / bare | Product / its page of 50 |',
    '| ---: | ---: | ---: | ---: |',
    ...figures.map(
      ([ours = 0, theirs = 1], index) =>
        `| ${COUNTS[index]} | ${ours.toFixed(1)} | ${(ours / theirs).toFixed(2)} | ${(ours / fewest).toFixed(2)} |`,
    ),
    '',
    ...goalTable(
      figures.slice(1).map(([ours = 0], index) => ({
        goal: `The page of ${COUNTS[index + 1]} documents takes at most ${GOAL} times that of ${PAGE}`,
        seen: (ours / fewest).toFixed(2),
        met: ours / fewest <= GOAL,
      })),
    ),
  ].join('\n');
}
