import { randomUUID } from 'node:crypto';
import type { BoardContent, BoardItem } from '@tomekeeper/contracts-campaign';
import type { Transaction } from '@tomekeeper/persistence';
import type { NewSession } from './new-sessions';
import { SESSION_HASH } from './undo-sessions';

/** Inserts sessions with answers, checklists and boards. */
export async function insertSessions(
  tx: Transaction,
  place: { campaign: string; importId: string },
  sessions: readonly NewSession[],
): Promise<void> {
  const { campaign, importId } = place;
  const rows = sessions.map(({ source: _source, ...row }) => row);
  await tx.query(
    `INSERT INTO game_session (id, campaign_id, import_id, number, title, title_released, starts_at, time_zone, state,
                               started_at, closed_at, plan, recap)
     SELECT id, $1, $2, number, title, title_released, starts_at, time_zone, state, started_at, closed_at, plan, recap
       FROM jsonb_to_recordset($3::jsonb) AS s (
              id uuid, number int, title text, title_released boolean, starts_at timestamptz, time_zone text, state text,
              started_at timestamptz, closed_at timestamptz, plan uuid, recap uuid)`,
    [campaign, importId, JSON.stringify(rows)],
  );
  await insertAnswers(tx, campaign, sessions);
  await insertChecklists(tx, sessions);
  await insertBoards(tx, sessions);
  await tx.query(
    `UPDATE game_session s SET import_hash = ${SESSION_HASH} WHERE s.id = ANY ($1::uuid[])`,
    [sessions.map(({ id }) => id)],
  );
}

/** Answers of members to announced sessions; other answers are dropped. */
async function insertAnswers(
  tx: Transaction,
  campaign: string,
  sessions: readonly NewSession[],
): Promise<void> {
  const answers = sessions.flatMap(({ id: session, number, source }) =>
    (['yes', 'maybe', 'no'] as const).flatMap((answer) =>
      number === null
        ? []
        : source.attendance[answer].map((player) => ({ session, player, answer })),
    ),
  );
  await tx.query(
    `INSERT INTO session_answer (session_id, campaign_id, player_id, answer)
     SELECT a.session, p.campaign_id, p.player_id, a.answer
       FROM jsonb_to_recordset($2::jsonb) AS a (session uuid, player uuid, answer text)
       JOIN campaign_player p ON p.campaign_id = $1 AND p.player_id = a.player
     ON CONFLICT (session_id, player_id) DO NOTHING`,
    [campaign, JSON.stringify(answers)],
  );
}

async function insertChecklists(tx: Transaction, sessions: readonly NewSession[]): Promise<void> {
  const items = sessions.flatMap(({ id: session, source }) =>
    source.checklist.map(({ text, done }) => ({ id: randomUUID(), session, text, done })),
  );
  await tx.query(
    `INSERT INTO checklist_item (id, session_id, text, is_done)
     SELECT (i.item ->> 'id')::uuid, (i.item ->> 'session')::uuid, i.item ->> 'text', (i.item ->> 'done')::boolean
       FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS i (item, place) ORDER BY i.place`,
    [JSON.stringify(items)],
  );
}

async function insertBoards(tx: Transaction, sessions: readonly NewSession[]): Promise<void> {
  const boards = sessions.flatMap(({ id: session, source: { board } }) =>
    board.length === 0 ? [] : [{ session, items: board.map(withIds) }],
  );
  await tx.query(
    `INSERT INTO board (session_id, items, version)
     SELECT b.session, b.items, 1 FROM jsonb_to_recordset($1::jsonb) AS b (session uuid, items jsonb)`,
    [JSON.stringify(boards)],
  );
}

function withIds(item: BoardContent): BoardItem {
  const id = randomUUID();
  if (item.kind !== 'checklist') return { ...item, id };
  return { ...item, id, lines: item.lines.map((line) => ({ ...line, id: randomUUID() })) };
}
