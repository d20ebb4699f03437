import type { DocumentCategory, Portrait } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { GM_CLASS } from '@tomekeeper/visibility';
import type { Scope } from '../memberships/campaign-memberships';
import { viewerParameters } from '../passages/visible/visible-passages';
import { portraitIn } from './visible-documents';

/** A handout of a spoiler, for GMs. */
export interface VisibleHandout {
  id: string;
  title: string;
  category: DocumentCategory | null;
  portrait: Portrait | null;
  /** Memberships, or the class of the party. */
  readers: string[];
  passages: number;
}

/** Handouts of a spoiler that some player sees, its own row included, oldest first. */
export function handoutsOf(
  db: SqlReader,
  { managed }: Pick<Scope, 'managed'>,
  source: string,
): Promise<VisibleHandout[]> {
  return db.query(
    `SELECT document.id, h.public_title AS title, document.public_category AS category,
            ${portraitIn('public_portrait', 'document')} AS portrait, r.readers,
            (SELECT coalesce(sum(c.n), 0) FROM passage_count c
              WHERE c.document_id = document.id AND c.audience_class <> '${GM_CLASS}')::int AS passages
       FROM document JOIN handout h ON h.document_id = document.id
      CROSS JOIN LATERAL (
         SELECT array_agg(reader) AS readers FROM handout_reader WHERE document_id = document.id HAVING count(*) > 0) r
      WHERE document.is_spoilers AND (document.id = $4 OR document.source_id = $4)
        AND document.campaign_id = ANY ($1::uuid[])
      ORDER BY document.source_id IS NOT NULL, document.created_at, document.id`,
    [...viewerParameters({ managed, played: [] }), source],
  );
}
