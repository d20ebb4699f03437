import { randomUUID } from 'node:crypto';
import type { ImportedSession } from '@tomekeeper/contracts-campaign';

/** By default a planned, unannounced session without a title. */
export const session = (changes: Partial<ImportedSession> = {}): ImportedSession => ({
  ...{ source_id: randomUUID(), number: null, announced: false, title: '', title_released: false },
  ...{ starts_at: null, time_zone: null, state: 'planned', started_at: null, closed_at: null },
  attendance: { yes: [], maybe: [], no: [] },
  ...{ plan: null, recap: null, checklist: [], board: [] },
  ...changes,
});

export const announced = (number: number, changes: Partial<ImportedSession> = {}) =>
  session({ number, announced: true, ...changes });
