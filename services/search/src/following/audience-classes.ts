/**
 * Who sees a row: everybody who plays in the campaign, a set of chosen players (whose id the document service gives), or its GMs
 * alone. What is in the trash is nobody's, and may come back.
 */
export const GM_CLASS = '00000000-0000-4000-8000-000000000001';
export const PARTY_CLASS = '00000000-0000-4000-8000-000000000002';
export const TRASH_CLASS = '00000000-0000-4000-8000-000000000003';

/**
 * The class of a passage whose own audience is `own`, of document `d`. What is not plainly somebody else's is the GMs': a passage
 * whose document is not known yet too.
 */
export const classOf = (own: string): string => `(CASE
  WHEN d.document_id IS NULL THEN '${GM_CLASS}'::uuid
  WHEN NOT d.is_here THEN '${TRASH_CLASS}'::uuid
  WHEN ${own} = 'gm' THEN '${GM_CLASS}'::uuid
  WHEN d.audience = 'party' AND d.text_audience = 'party' OR d.audience = 'gm' AND d.public_title IS NOT NULL AND ${own} IS NOT NULL
    THEN CASE coalesce(${own}, 'party') WHEN 'party' THEN '${PARTY_CLASS}'::uuid ELSE (${own})::uuid END
  ELSE '${GM_CLASS}'::uuid END)`;

/** Two sets of tables of one form. */
export const KINDS = ['player', 'gm'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether a row of class `c` stands in the tables of a kind. */
export const standsIn = (kind: Kind, c: string): string =>
  `${c} ${kind === 'gm' ? 'IN' : 'NOT IN'} ('${GM_CLASS}', '${TRASH_CLASS}')`;
