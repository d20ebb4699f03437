import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import type { SearchQuery } from '@tomekeeper/contracts-search';

/** Where is looked, of what a viewer sees. */
export interface Within {
  /** Undefined is all of them. */
  documents?: readonly string[] | undefined;
  audience?: SearchQuery['audience'];
}

/** Whether passages `p` are for an audience, in SQL. */
export const IS_FOR: Record<NonNullable<Within['audience']>, string> = {
  gm: `p.class = '${GM_CLASS}'`,
  party: `p.class = '${PARTY_CLASS}'`,
  players: `p.class NOT IN ('${GM_CLASS}', '${PARTY_CLASS}')`,
};
