import { IMPORT_LIMITS, type ImportSummary } from '@tomekeeper/contracts-document';
import type { ImportRow } from './import-rows';

const DAY_MS = 24 * 60 * 60 * 1000;

export function toImportSummary(row: ImportRow): ImportSummary {
  const { id, campaign_id: campaign, file_name, format, state, failure, progress } = row;
  const undoUntil = undoEnd(row);
  return {
    ...{ id, campaign, file_name, state },
    ...(format && { format }),
    ...(failure && { failure }),
    progress: progress / 100,
    created_at: row.created_at.toISOString(),
    ...(undoUntil && undoUntil.getTime() > Date.now() && { undo_until: undoUntil.toISOString() }),
  };
}

/** Until when a finished import can be undone; undefined for other imports. */
export const undoEnd = ({ state, saved_at }: ImportRow): Date | undefined =>
  state === 'done' && saved_at
    ? new Date(saved_at.getTime() + IMPORT_LIMITS.undoDays * DAY_MS)
    : undefined;
