import { crc32, deflateSync } from 'node:zlib';
import { cleaningUp, middle, sized } from '../figures.mjs';
import { gameMaster } from '../game-master.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { startProduct } from '../running-product.mjs';

/** In both worlds. */
const SEEN = sized(
  { documents: 40, paragraphs: 300, pictures: 20 },
  { documents: 2, paragraphs: 10, pictures: 2 },
);
/** In one of them alone. */
const HIDDEN = sized(
  { documents: 200, paragraphs: 300, pictures: 20 },
  { documents: 2, paragraphs: 10, pictures: 2 },
);
const ROUNDS = sized(200, 2);
const WARM_UP = sized(20, 1);

/** @typedef {{ campaign: string, note: string, pictures: string, images: string[] }} World */

/** How long a player waits in a campaign with secrets, and in the same without: told, and no goal. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({ NODE_ENV: 'production', ...NO_LIMITS });
    atEnd(product.stop);
    const [gm, player] = [await signedIn(product), await signedIn(product)];
    /** @param {boolean} hasSecrets */
    const begin = (hasSecrets) => makeWorld(product, gm.token, player.id, hasSecrets);
    const worlds = { without: await begin(false), with: await begin(true) };
    /** @param {string} path */
    const timed = async (path) => {
      const began = performance.now();
      const headers = { authorization: `Bearer ${player.token}` };
      const answer = await fetch(`${product.url}/api/documents/${path}`, { headers });
      const bytes = (await answer.arrayBuffer()).byteLength;
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return { ms: performance.now() - began, bytes };
    };
    const rows = [];
    for (const [call, pathIn] of CALLS) {
      const [without, having] = [pathIn(worlds.without), pathIn(worlds.with)];
      /** @type {[number, number][]} */
      const pairs = [];
      for (let round = 0; round < ROUNDS + WARM_UP; round++) {
        // Alternate the order of each pair.
        const asked = round % 2 === 0 ? [without, having] : [having, without];
        const [one, other] = [await timed(asked[0] ?? ''), await timed(asked[1] ?? '')];
        // The URLs of pictures are signed for each response, with a constant length.
        if (one.bytes !== other.bytes) throw new Error(`${call}: the answers differ in length.`);
        if (round >= WARM_UP) pairs.push(round % 2 === 0 ? [one.ms, other.ms] : [other.ms, one.ms]);
      }
      rows.push(rowOf(call, pairs));
    }
    return report(rows);
  });

/** @type {[string, (world: World) => string][]} */
const CALLS = [
  ['list of documents', ({ campaign }) => `?campaign=${campaign}`],
  ['passages', ({ note }) => `${note}/passages/?limit=200`],
  ['search in a document', ({ note }) => `${note}/find/?q=dragons`],
  ['backlinks', ({ note }) => `${note}/backlinks/`],
  ['pictures', ({ pictures, images }) => `${pictures}/images/?ids=${images}`],
];

/** @param {string} call @param {[number, number][]} pairs */
function rowOf(call, pairs) {
  const [without, having] = [
    middle(pairs.map((one) => one[0])),
    middle(pairs.map((one) => one[1])),
  ];
  const ratio = middle(pairs.map(([one, other]) => other / one));
  return `| ${call} | ${without.toFixed(2)} | ${having.toFixed(2)} | ${ratio.toFixed(2)} |`;
}

/** @param {string[]} rows */
const report = (rows) =>
  [
    '## Time and secrets',
    '',
    `Response times of a player in a campaign with ${HIDDEN.documents} spoilers, ${HIDDEN.paragraphs} secrets among the ${SEEN.paragraphs} paragraphs of the note, and as many`,
    `hidden pictures as seen ones (${HIDDEN.pictures}), and in the same campaign without that, but for one hidden picture: ${ROUNDS} pairs of calls in turns, medians of the times`,
    'and of the ratios of the pairs. Both get answers of one length. That times are alike is not promised, and nothing here is a goal: a ratio other',
    'than 1 means that a player with enough measurements and knowledge of the machine could detect hidden content.',
    '',
    '| Call | Without, ms | With secrets, ms | With / without |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');

/**
 * @param {{ url: string }} product @param {string} token of the GM @param {string} player @param {boolean} hasSecrets
 * @returns {Promise<World>}
 */
async function makeWorld(product, token, player, hasSecrets) {
  const master = await gameMaster(product, token);
  const { campaign, call } = master;
  await call('POST', `/campaigns/${campaign}/add-players/`, { players: [player] });
  /** @param {string} title @param {string} markdown @param {boolean} is_spoilers @returns {Promise<{ id: string }>} */
  const write = (title, markdown, is_spoilers) =>
    call('POST', '/documents/notes/', { campaign, title, markdown, is_spoilers });
  const paragraphs = Array.from({ length: SEEN.paragraphs }, (_, at) => {
    const seen = `Paragraph ${at} tells of dragons, and of what they had for breakfast.`;
    const isSecret = hasSecrets && at < HIDDEN.paragraphs;
    return isSecret ? `> [!secret]\n> Secret ${at} tells of other dragons.\n\n${seen}` : seen;
  });
  const { id: note } = await write('What is read', paragraphs.join('\n\n'), false);
  const link = `[what is read](#d-${note})`;
  for (let at = 0; at < SEEN.documents; at++) await write(`Note ${at}`, `Look at ${link}.`, false);
  for (let at = 0; hasSecrets && at < HIDDEN.documents; at++)
    await write(`Plot ${at}`, `It is in ${link}.`, true);
  // One is hidden in both: players get none of both files.
  const count = SEEN.pictures + (hasSecrets ? HIDDEN.pictures : 1);
  const html = Array.from({ length: count }, (_, at) => pictureIn(at)).join('<p>And another:</p>');
  const pictures = await master.uploadFile('Pictures.html', Buffer.from(html));
  await master.untilRead();
  const url = `/documents/${pictures}/passages/?limit=500`;
  /** @type {{ passages: { id: string, kind: string, content: { image?: string } }[] }} */
  const { passages } = await call('GET', url);
  const drawn = passages.filter(({ content }) => content.image !== undefined);
  if (drawn.length !== count) throw new Error(`${drawn.length} of ${count} pictures were read.`);
  const hidden = drawn.slice(SEEN.pictures).map(({ id }) => id);
  await call('PUT', `/documents/${pictures}/audience/`, { passages: hidden, audience: 'gm' });
  const images = drawn.slice(0, SEEN.pictures).map(({ content }) => content.image ?? '');
  return { campaign, note, pictures, images };
}

/**
 * A picture in a distinct color.
 * @param {number} number
 */
function pictureIn(number) {
  const side = 16;
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, number * 5 + 3)]);
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `<img alt="A colour" src="data:image/png;base64,${png.toString('base64')}">`;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
