import type { SpoilerMutant } from './mutant-places';

const SINCE = 'passages/visible/visible-since';
const shownBy = 'GET /internal/campaigns/{campaign}/visible-since';

/** Mutants of the times at which passages became visible. */
export const MUTANTS_OF_TIMES: readonly SpoilerMutant[] = [
  {
    name: 'sessions contain hidden passages',
    shownBy,
    file: SINCE,
    after: '  isVisible: ',
    find: 'CAN_SEE_PASSAGE',
    instead: "'(d.campaign_id = ANY ($1::uuid[]) OR d.campaign_id = ANY ($2::uuid[]))'",
  },
  {
    name: 'the role of a player is not checked for the times of sessions',
    shownBy,
    file: 'visible-since/visible-since.controller',
    find: "role === 'gm'",
    instead: 'true',
  },
];
