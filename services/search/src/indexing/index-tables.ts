import { GM_CLASS, TRASH_CLASS } from '@tomekeeper/visibility';

/** Two sets of tables of one form. */
export const KINDS = ['player', 'gm'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether the tables of a kind hold rows of class `c`. */
export const belongsTo = (kind: Kind, c: string): string =>
  `${c} ${kind === 'gm' ? 'IN' : 'NOT IN'} ('${GM_CLASS}', '${TRASH_CLASS}')`;
