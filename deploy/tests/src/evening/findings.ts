import { z } from 'zod';
import { untilAnswered } from '../product/calls';
import { Board } from './game-master';
import type { Player } from './player';
import type { Records } from './records';
import { askAs, type Table } from './table';

const Passages = z.object({
  passages: z.array(z.object({ text: z.string() })),
});
const Ledger = z.object({
  entries: z.array(z.object({ id: z.string() })),
  next: z.string().nullish(),
});
const Session = z.object({
  state: z.string(),
  members: z.array(z.object({ person: z.string(), attendance: z.string() })),
  checklist_items: z.array(z.object({ text: z.string(), done: z.boolean() })),
});
const Notes = z.object({
  notes: z.array(z.object({ title: z.string() })),
  next: z.string().nullish(),
});

/** Compares the product with the records. @returns one message for each lost, doubled or leaked change */
export async function findings(
  table: Table,
  records: Records,
  players: readonly Player[],
): Promise<string[]> {
  const { campaign, session, next, url, secrets } = table;
  const [owner] = table.gms;
  const get = async (path: string) =>
    (await untilAnswered(() => askAs(url, owner, 'GET', path))).body;
  const found: string[] = [];
  const compare = (what: string, is: readonly string[], must: Iterable<string>) => {
    const counts = new Map<string, number>();
    for (const one of is) counts.set(one, (counts.get(one) ?? 0) + 1);
    for (const [one, count] of counts) if (count > 1) found.push(`${what}: ${one} ${count} times`);
    for (const one of must) if (!counts.has(one)) found.push(`${what}: ${one} is lost`);
  };

  for (const player of players) {
    const path = `/api/documents/${secrets[0]?.document}/passages/?limit=500`;
    const { body } = await untilAnswered(() => player.ask('GET', path));
    const words = Passages.parse(body).passages.map(({ text }) => text);
    const revealed = records.revealed.get(player.id) ?? new Set();
    compare(`passages of ${player.id}`, words, revealed);
    const known = new Set(secrets.map(({ word }) => word));
    for (const word of words)
      if (known.has(word) && !revealed.has(word)) found.push(`${word} is revealed to ${player.id}`);
  }

  const acts = await allPages(async (after) => {
    const { entries, next: more } = Ledger.parse(
      await get(`/api/campaigns/${campaign}/ledger/?limit=100${after && `&after=${after}`}`),
    );
    return { page: entries.map(({ id }) => id), more };
  });
  compare('ledger', acts, records.acts);

  const board = Board.parse(await get(`/api/campaigns/${campaign}/board/?session=${session}`));
  compare(
    'board',
    board.items.map(({ id, text }) => `${id} ${text}`),
    [...records.boardItems].map(([id, text]) => `${id} ${text}`),
  );
  if (board.items.length !== records.boardItems.size)
    found.push(`board: ${board.items.length} items`);

  const sessions = `/api/campaigns/${campaign}/sessions/`;
  const [now, later] = [
    Session.parse(await get(`${sessions}${session}/`)),
    Session.parse(await get(`${sessions}${next}/`)),
  ];
  compare(
    'checklist',
    [...now.checklist_items, ...later.checklist_items].map(({ text }) => text),
    [...records.checklist].flatMap(([text, { acknowledged }]) => (acknowledged ? [text] : [])),
  );
  if (now.state === 'closed' && now.checklist_items.some(({ done }) => !done))
    found.push('checklist: an open item did not move');
  const answers = new Map(later.members.map(({ person, attendance }) => [person, attendance]));
  for (const [player, answer] of records.attendance)
    if (answers.get(player) !== answer) found.push(`the answer of ${player} is lost`);

  const notes = await allPages(async (after) => {
    const answer = Notes.parse(
      await get(`/api/documents/notes/?campaign=${campaign}${after && `&before=${after}`}`),
    );
    return { page: answer.notes.map(({ title }) => title), more: answer.next };
  });
  compare('notes', notes, records.notes);
  return found;
}

type Page = { page: string[]; more: string | null | undefined };

async function allPages(read: (after: string) => Promise<Page>): Promise<string[]> {
  const all: string[] = [];
  for (let after = ''; ;) {
    const { page, more } = await read(after);
    all.push(...page);
    if (!more) return all;
    after = encodeURIComponent(more);
  }
}
