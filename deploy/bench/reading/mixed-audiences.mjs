// A campaign in which only the game master sees complete texts.

/** Passages of one act. */
const BLOCK = 5000;

/** @typedef {'gm' | 'party' | { players: string[] }} Audience */

/**
 * @param {{ call: (method: string, path: string, body?: unknown) => Promise<any> }} gm @param {string} document
 * @param {string[]} passages @param {Audience} audience
 */
export const setAudience = (gm, document, passages, audience) =>
  gm.call('PUT', `/documents/${document}/audience/`, {
    passages,
    audience,
    public_title: 'What you have heard',
  });

/**
 * Of every five passages one is for GMs, one for one player, one for two, and two are for the party. Every second text but the first two
 * becomes a spoiler of which something is shown.
 * @param {{ gm: Parameters<typeof setAudience>[0], database: import('pg').Client, texts: string[],
 *   players: { mia: { id: string }, jon: { id: string } } }} campaign
 */
export async function mixAudiences({ gm, database, texts, players: { mia, jon } }) {
  /** @type {Audience[]} */
  const audiences = ['gm', { players: [mia.id] }, { players: [mia.id, jon.id] }];
  let acts = 0;
  let passages = 0;
  /** @type {Map<string, string[]>} */
  const all = new Map();
  for (const [number, document] of texts.entries()) {
    const isSpoiler = number > 1 && number % 2 === 1;
    if (isSpoiler) await gm.call('PATCH', `/documents/${document}/`, { is_spoilers: true });
    const ids = await idsOf(database, document);
    all.set(document, ids);
    passages += ids.length;
    for (let at = 0; at < ids.length; at += BLOCK) {
      const block = ids.slice(at, at + BLOCK);
      for (const [nth, audience] of audiences.entries()) {
        await setAudience(gm, document, everyFifth(block, nth), audience);
        acts++;
      }
    }
  }
  return {
    acts,
    passages,
    /** @param {string} document not one of the spoilers */
    forAll: (document) => everyFifth(all.get(document) ?? [], 3),
  };
}

/** @param {string[]} ids @param {number} nth */
const everyFifth = (ids, nth) => ids.filter((_, at) => at % 5 === nth);

/** In reading order. @param {import('pg').Client} database @param {string} document @returns {Promise<string[]>} */
async function idsOf(database, document) {
  const { rows } = await database.query(
    'SELECT id FROM passage WHERE document_id = $1 ORDER BY position',
    [document],
  );
  return rows.map(({ id }) => id);
}
