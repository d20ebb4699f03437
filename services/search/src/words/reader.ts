import type { UnitOfWork } from '@tomekeeper/persistence';

/** Reads for a question: `queryOften` where the best way to the rows is the same for every question. */
export type Reader = Pick<UnitOfWork, 'query' | 'queryOften'>;
