import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { ask, download } from '../product/calls';
import { keyOf, type Memory } from './memory';

const Campaigns = z.array(
  z.object({
    id: z.uuid(),
    title: z.string().min(1),
    game_system: z.string().min(1),
    players: z.array(z.uuid()),
  }),
);
const Campaign = Campaigns.element.extend({ owner: z.uuid() });
const Documents = z.array(
  z.object({
    id: z.uuid(),
    campaign: z.uuid(),
    original_filename: z.string(),
    is_spoilers: z.boolean(),
    kind: z.enum(['file', 'note']),
    // Players do not get the s3_key of a note.
    s3_key: z.string(),
  }),
);
const Content = z.object({ url: z.string() });
const Passages = z.object({
  passages: z.array(z.object({ id: z.uuid(), kind: z.string(), text: z.string() })),
});

/** Key for content that may be deleted at any time. */
const ANYTHING = 'anything';

/**
 * Reads visible content continuously and records inconsistencies: rows with missing fields, documents without their
 * file, truncated files, spoilers that a player sees.
 */
export class Onlooker {
  constructor(
    private readonly url: string,
    private readonly memory: Memory,
    private readonly role: 'gm' | 'player',
    private readonly token: string,
  ) {}

  async look(): Promise<void> {
    const campaign = any(await this.get('/api/campaigns/', Campaigns));
    if (!campaign) return;
    const { id } = campaign;
    await this.get(`/api/campaigns/${id}/`, Campaign, id);
    const documents = await this.get(`/api/documents/?campaign=${id}`, Documents);
    const document = any(documents);
    if (this.role === 'player')
      for (const { original_filename: name, is_spoilers } of documents ?? [])
        if (is_spoilers || this.memory.spoilers.has(name)) this.tell(`a player sees ${name}`);
    if (document?.kind === 'note') await this.readNote(id, document.id);
    else if (document) await this.open(id, document.id, document.original_filename);
  }

  private async readNote(campaign: string, id: string): Promise<void> {
    const hidden = [...this.memory.hidden];
    const where = `/api/documents/${id}/passages/?limit=500`;
    // The text may be hidden from players meanwhile.
    const key = this.role === 'player' ? ANYTHING : campaign;
    const text = JSON.stringify((await this.get(where, Passages, key))?.passages ?? []);
    if (this.role === 'gm') return;
    const told = hidden.filter((word) => text.includes(word));
    if (told.length > 0) this.tell(`a player reads ${told.join(' ')} in ${id}`);
  }

  private async open(campaign: string, id: string, name: string): Promise<void> {
    const key = keyOf(campaign, name);
    const content = await this.get(`/api/documents/${id}/content/`, Content, key);
    if (!content) return;
    const { status, file } = await download(content.url);
    if (status === 404 && this.memory.isGivenUp(key)) return;
    // Players get pictures re-encoded.
    const isCopy = this.role === 'player' && name.endsWith('.png');
    const isWhole = isCopy ? file.includes('IEND', -8) : this.memory.hasHeld(name, file);
    if (status !== 200 || !isWhole)
      this.tell(`${name} is visible and differs from the upload (${status}, ${file.length} bytes)`);
  }

  /** Content that may be deleted meanwhile may also be missing. */
  private async get<T>(path: string, shape: z.ZodType<T>, key = ''): Promise<T | undefined> {
    const { status, body } = await ask(this.url + path, { token: this.token });
    if (status === 404 && (key === ANYTHING || this.memory.isGivenUp(key))) return undefined;
    const whole = status === 200 ? shape.safeParse(body) : undefined;
    if (whole?.success) return whole.data;
    this.tell(`${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    return undefined;
  }

  private tell(what: string): void {
    this.memory.broken.push(`${what}, as a ${this.role}, while ${this.memory.during} is killed`);
  }
}

function any<T>(list: readonly T[] | undefined): T | undefined {
  return list && list.length > 0 ? list[randomInt(list.length)] : undefined;
}
