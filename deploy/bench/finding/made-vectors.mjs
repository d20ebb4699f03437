const DIMS = 384;
const AT_ONCE = 2000;

/**
 * Fills missing embeddings with combinations of two existing ones: computing real ones would take an hour,
 * and the time of comparisons does not depend on the values.
 * @param {import('pg').Pool} database
 */
export async function fillVectors(database) {
  const { rows: read } = await database.query(
    'SELECT model, vector FROM player_embedding WHERE model IS NOT NULL AND octet_length(vector) = $1 ORDER BY number',
    [DIMS],
  );
  const model = read[0]?.model;
  if (!model) throw new Error('Nothing has been read to make vectors of.');
  for (const kind of ['player', 'gm'])
    for (let made = 0; ; made += AT_ONCE) {
      const { rows: unread } = await database.query(
        `SELECT passage_id AS id FROM ${kind}_embedding WHERE model IS NULL LIMIT ${AT_ONCE}`,
      );
      if (unread.length === 0) break;
      const vectors = unread.map((_, at) =>
        between(
          read[(made + at) % read.length].vector,
          read[(made * 7 + at * 13 + 5) % read.length].vector,
        ),
      );
      await database.query(
        `UPDATE ${kind}_embedding v SET model = $1, number = nextval('embedding_number'), dimensions = ${DIMS}, vector = decode(r.hex, 'hex')
           FROM unnest($2::uuid[], $3::text[]) r (id, hex) WHERE v.passage_id = r.id`,
        [model, unread.map(({ id }) => id), vectors.map((vector) => vector.toString('hex'))],
      );
    }
}

/** @param {Buffer} one @param {Buffer} other */
function between(one, other) {
  const middle = Buffer.alloc(DIMS);
  for (let at = 0; at < DIMS; at++)
    middle.writeInt8((one.readInt8(at) + other.readInt8(at)) >> 1, at);
  return middle;
}
