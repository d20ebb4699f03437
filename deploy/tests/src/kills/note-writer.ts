import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ask, untilAnswered } from '../product/calls';
import { newWord } from '../product/words';
import type { Gm, Memory } from './memory';

const Made = z.object({ id: z.uuid() });
const Saved = z.object({
  kept: z.array(z.object({ id: z.string(), version: z.number() })),
  clashes: z.array(z.unknown()),
});
const Done = z.object({ act: z.uuid().nullable() });

type Written = { readonly id: string; version: number; words: string[] };

/** A GM who edits a note and sets audiences of its passages. Calls without a response are retried unchanged. */
export class NoteWriter {
  private readonly passages: Written[] = [];

  constructor(
    private readonly url: string,
    private readonly memory: Memory,
    private readonly gm: Gm,
    private readonly place: { readonly campaign: string; readonly player: string },
  ) {}

  async write(): Promise<void> {
    const { campaign } = this.place;
    const isSpoiler = randomInt(2) === 0;
    const body = { campaign, title: `Note ${randomUUID()}`, is_spoilers: isSpoiler };
    const { status, body: made } = await this.ask('POST', '/api/documents/notes/', body);
    if (status !== 201) throw new Error(`a note: ${status} ${JSON.stringify(made)}`);
    const { id } = Made.parse(made);
    for (let n = 0; n < 3; n += 1) await this.save(id);
    const title = isSpoiler && { public_title: 'A torn page' };
    const [first, second] = this.passages;
    if (!first || !second) throw new Error('nothing was written');
    const chosen = { players: [this.place.player] };
    await this.say(id, first, { audience: 'party', ...title });
    const act = await this.say(id, second, { audience: chosen, ...title });
    if (act !== null && randomInt(2) === 0) await this.takeBack(id, second, act, isSpoiler);
    await this.say(id, first, { audience: 'gm' });
    for (const word of first.words) this.memory.hidden.add(word);
  }

  /** Changes the words of an existing passage and adds two passages. */
  private async save(note: string): Promise<void> {
    const [earlier] = this.passages;
    const grown = earlier && { ...earlier, words: [...earlier.words, newWord()] };
    const added = [1, 2].map(() => ({ id: randomUUID(), version: 0, words: [newWord()] }));
    const changes = [...(grown ? [grown] : []), ...added].map(({ id, version, words }) => ({
      ...{ id, kind: 'paragraph', content: { inlines: [{ text: words.join(' ') }] } },
      ...(version > 0 && { base_version: version }),
    }));
    const { during } = this.memory;
    const path = `/api/documents/${note}/passages/`;
    const { status, body } = await this.untilAnswered('PATCH', path, { changes });
    if (status !== 200) throw new Error(`a save: ${status} ${JSON.stringify(body)}`);
    const { kept, clashes } = Saved.parse(body);
    if (clashes.length > 0 || kept.length !== changes.length)
      this.memory.broken.push(`${during}: a save of one writer clashes: ${JSON.stringify(body)}`);
    if (grown) this.passages[0] = grown;
    this.passages.push(...added);
    for (const one of this.passages)
      one.version = kept.find(({ id }) => id === one.id)?.version ?? one.version;
    const written = [...(grown?.words.slice(-1) ?? []), ...added.flatMap(({ words }) => words)];
    const { campaign } = this.place;
    for (const name of written)
      this.memory.acknowledged.push({ during, kind: 'word', name, campaign, gm: this.gm });
  }

  /** @returns the audience change; null if an earlier attempt without a response applied it */
  private async say(
    note: string,
    { id }: Written,
    body: { audience: 'gm' | 'party' | { players: string[] }; public_title?: string },
  ): Promise<string | null> {
    const { memory } = this;
    const audience = typeof body.audience === 'string' ? body.audience : 'players';
    memory.mayBeFor(id, audience);
    const { during } = memory;
    const path = `/api/documents/${note}/audience/`;
    const answer = await this.untilAnswered('PUT', path, { passages: [id], ...body });
    if (answer.status !== 200) throw new Error(`an audience: ${answer.status}`);
    memory.isFor(id, audience);
    const { act } = Done.parse(answer.body);
    const { campaign } = this.place;
    if (act !== null)
      memory.acknowledged.push({ during, kind: 'act', name: act, campaign, gm: this.gm });
    return act;
  }

  private async takeBack(
    note: string,
    { id }: Written,
    act: string,
    isSpoiler: boolean,
  ): Promise<void> {
    const before = isSpoiler ? 'gm' : 'party';
    this.memory.mayBeFor(id, before);
    const path = `/api/documents/${note}/acts/${act}/`;
    const { status } = await this.untilAnswered('DELETE', path);
    // An earlier attempt without a response has applied the undo.
    if (status !== 200 && status !== 409) throw new Error(`taking back: ${status}`);
    this.memory.isFor(id, before);
  }

  private untilAnswered(method: string, path: string, body?: unknown) {
    return untilAnswered(
      () => this.ask(method, path, body),
      () => (this.memory.refused += 1),
    );
  }

  private ask = async (method: string, path: string, body?: unknown) =>
    ask(this.url + path, { method, token: await this.gm.token(), body });
}
