import type { DocumentCategory, Portrait } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import type { Scope } from '../memberships/campaign-memberships';
import { viewerParameters } from '../passages/visible/visible-passages';
import { portraitIn } from './visible-documents';

/** Category and portrait that the readers of a handout see, for GMs. */
export interface HandoutLooks {
  id: string;
  category: DocumentCategory | null;
  portrait: Portrait | null;
}

export function looksOfHandouts(
  db: SqlReader,
  { managed }: Pick<Scope, 'managed'>,
  ids: readonly string[],
): Promise<HandoutLooks[]> {
  return db.query(
    `SELECT id, public_category AS category, ${portraitIn('public_portrait', 'document')} AS portrait
       FROM document WHERE id = ANY ($4::uuid[]) AND campaign_id = ANY ($1::uuid[])`,
    [...viewerParameters({ managed, played: [] }), ids],
  );
}
