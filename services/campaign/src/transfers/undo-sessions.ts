import type { UndoImportedSessionsAnswer } from '@tomekeeper/contracts-campaign';
import type { Transaction } from '@tomekeeper/persistence';

/** The text of a time would depend on the connection's zone. */
const seconds = (column: string) => `extract(epoch FROM s.${column})`;

/** SQL for a hash of session `s` with its answers, checklist and board. */
export const SESSION_HASH = `md5(jsonb_build_array(
  s.number, s.title, s.title_released, s.time_zone, s.state, s.plan, s.recap,
  ${['starts_at', 'started_at', 'closed_at', 'announced_at'].map(seconds).join(', ')},
  (SELECT jsonb_agg(jsonb_build_array(a.player_id, a.answer) ORDER BY a.player_id)
     FROM session_answer a WHERE a.session_id = s.id),
  (SELECT jsonb_agg(jsonb_build_array(i.text, i.is_done) ORDER BY i.position)
     FROM checklist_item i WHERE i.session_id = s.id),
  (SELECT b.items FROM board b WHERE b.session_id = s.id))::text)`;

/** Deletes the sessions of an import that equal their state after it. */
export function deleteUnchanged(
  tx: Transaction,
  campaign: string,
  importId: string,
): Promise<{ number: number | null }[]> {
  return tx.query(
    `DELETE FROM game_session s
      WHERE s.campaign_id = $1 AND s.import_id = $2 AND s.import_hash = ${SESSION_HASH} RETURNING s.number`,
    [campaign, importId],
  );
}

export function remainingSessions(
  tx: Transaction,
  campaign: string,
  importId: string,
): Promise<UndoImportedSessionsAnswer['remaining']> {
  return tx.query(
    `SELECT id, number, nullif(title, '') AS title FROM game_session
      WHERE campaign_id = $1 AND import_id = $2 ORDER BY number NULLS LAST, created_at, id`,
    [campaign, importId],
  );
}
