import { z } from 'zod';
import type { Memory } from './memory';
import { writtenWords } from '../product/words';

const Editing = z.object({
  passages: z.array(z.object({ id: z.string(), text: z.string(), audience: z.string() })),
});
const Ledger = z.object({
  entries: z.array(z.object({ id: z.string() })),
  next: z.string().optional(),
});
const Sessions = z.array(z.object({ id: z.string() }));
type Get = (path: string) => Promise<unknown>;

/** Returns the words of a note, and records duplicates and passages with a wrong audience. */
export async function wordsOfNote(get: Get, memory: Memory, note: string): Promise<string[]> {
  const { passages } = Editing.parse(await get(`/api/documents/${note}/editing/`));
  const words = onceEach(passages.map(({ text }) => text).join(), memory, note);
  for (const { id, audience } of passages)
    if (!memory.mayBeForNow(id, audience))
      memory.broken.push(`${id} of ${note} is for ${audience}`);
  return words;
}

/** Returns the words on the checklists and boards of a campaign's sessions, and records duplicates. */
export async function wordsOfSessions(
  get: Get,
  memory: Memory,
  campaign: string,
): Promise<string[]> {
  const path = `/api/campaigns/${campaign}/`;
  const words: string[] = [];
  for (const { id } of Sessions.parse(await get(`${path}sessions/`))) {
    const session = [await get(`${path}sessions/${id}/`), await get(`${path}board/?session=${id}`)];
    words.push(...onceEach(JSON.stringify(session), memory, id));
  }
  return words;
}

function onceEach(text: string, memory: Memory, where: string): string[] {
  const words = writtenWords(text);
  if (new Set(words).size < words.length) memory.broken.push(`${where} has words twice`);
  return words;
}

/** Returns a campaign's audience changes. */
export async function entriesOf(get: Get, campaign: string): Promise<string[]> {
  const path = `/api/campaigns/${campaign}/ledger/`;
  const found: string[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const { entries, next }: z.infer<typeof Ledger> = Ledger.parse(
      await get(after === '' ? path : `${path}?after=${after}`),
    );
    found.push(...entries.map(({ id }) => id));
    after = next;
  }
  return found;
}
