import type { SectionRecord } from '@tomekeeper/campaign-files';
import { sharedTags } from '../../../access/shared-tags';
import type { Exporter } from '../exporter';

/** Tags that players see as folders, for GMs. */
export async function* sharedTagRecords({
  uow,
  campaign,
}: Exporter): AsyncGenerator<SectionRecord<'shared_tags'>> {
  for (const tag of await sharedTags(uow, campaign)) yield { tag };
}
