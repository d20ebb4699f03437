import { RECAP_FOR_GMS, RECAPS } from './lives';
import type { SpoilerMutant } from './mutant-places';

const TEXT = 'GET /api/documents/{id}/passages';

/** Mutants of recaps. */
export const MUTANTS_OF_RECAPS: readonly SpoilerMutant[] = [
  {
    name: 'hiding the source of a recap leaves its sentence visible',
    shownBy: TEXT,
    life: RECAPS,
    file: 'passages/recaps/recap-sources',
    after: 'WHERE p.id = r.source_passage_id AND ${',
    find: 'IS_FOR_PARTY',
    instead: "'true'",
  },
  {
    name: 'the party version of a recap quotes passages of chosen players',
    shownBy: TEXT,
    life: RECAPS,
    file: 'recaps/recaps.service',
    find: 'sentences[index]?.source.is_for_party',
    instead: 'sentences[index]',
  },
  {
    name: 'players get the hint of an empty recap',
    shownBy: TEXT,
    life: RECAP_FOR_GMS,
    file: 'recaps/recaps.service',
    find: 'sentences[index]?.source.is_for_party',
    instead: '(sentences.length === 0 || sentences[index]?.source.is_for_party)',
  },
  {
    name: 'players get the checklist of a recap',
    shownBy: TEXT,
    life: RECAP_FOR_GMS,
    file: 'recaps/recaps.service',
    find: 'forGms.map((_, index) => party.length + index)',
    instead: '[]',
  },
];
