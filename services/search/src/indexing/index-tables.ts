import { GM_CLASS, TRASH_CLASS } from '@tomekeeper/visibility';

/** Two sets of tables with the same columns. */
export const KINDS = ['player', 'gm'] as const;
export type Kind = (typeof KINDS)[number];

/** SQL condition: whether a class belongs into the tables of a kind. */
export const belongsTo = (kind: Kind, c: string): string =>
  `${c} ${kind === 'gm' ? 'IN' : 'NOT IN'} ('${GM_CLASS}', '${TRASH_CLASS}')`;
