import { MAX_SHARED_TAGS, tag as tagSchema } from '@tomekeeper/contracts-document';
import { hasTagIn, sharedTags } from '../../../access/shared-tags';
import { recordsOf } from '../../review/import-records';
import type { SavedDocuments } from './record-targets';

/**
 * Shares tags that players saw in the source, as far as the campaign takes more. Tags that other documents of the campaign have stay
 * hidden: the import must not show them.
 */
export async function shareImportedTags({
  tx,
  id,
  campaign,
  items,
}: SavedDocuments): Promise<void> {
  let room = MAX_SHARED_TAGS - (await sharedTags(tx, campaign)).length;
  const added = items.flatMap(({ action, document }) => (action === 'add' ? document : []));
  for await (const page of recordsOf(tx, id, 'shared_tags'))
    for (const record of page) {
      const tag = tagSchema.safeParse(record.tag).data;
      if (tag === undefined || room <= 0) continue;
      const shared = await tx.query(
        `INSERT INTO shared_tag (campaign_id, tag)
         SELECT $1, $2 WHERE NOT EXISTS (
           SELECT 1 FROM document d WHERE d.campaign_id = $1 AND d.id <> ALL ($3::uuid[]) AND ${hasTagIn('d.tags', '$2')})
         ON CONFLICT DO NOTHING RETURNING tag`,
        [campaign, tag, added],
      );
      room -= shared.length;
    }
}
