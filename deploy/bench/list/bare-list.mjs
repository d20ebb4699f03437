// The campaign list with nothing around it.
import { createRequire } from 'node:module';
import { pool, serveBare } from './bare-server.mjs';

const { campaignsOf } = createRequire(import.meta.url)(
  '../../../services/campaign/dist/campaigns/campaign.queries.js',
);

const db = {
  query: async (/** @type {string} */ sql, /** @type {unknown[]} */ values) =>
    (await pool.query(sql, values)).rows,
};

serveBare(async (_address, { sub }) => {
  /** @type {Record<string, unknown>[]} */
  const campaigns = await campaignsOf(db, sub);
  // As the service answers about a GM's own campaigns: no owner, no sample, and offers that are open alone.
  return campaigns.map(({ owner: _owner, is_sample: _isSample, hand_over, ...campaign }) => ({
    ...campaign,
    hand_over: hand_over ?? undefined,
  }));
});
