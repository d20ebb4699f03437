import { randomUUID } from 'node:crypto';
import type {
  CampaignDocument,
  EditedPassage,
  EditingAnswer,
  Passage,
  SavePassagesAnswer,
} from '@tomekeeper/contracts-document';
import type { Method, TestPerson } from '@tomekeeper/testing';
import type { DocumentApp, UploadOptions } from '../../document-app';

// Helpers of attacks. A failed call throws no `expect` error, because only a leak may detect a mutant.

export type DocumentRef = Pick<CampaignDocument, 'id' | 'campaign' | 's3_key'>;
/** Does something that must show players nothing. @throws an error of `expect` when they see it */
export type Attack = (scene: Scene) => Promise<void>;

export const SECRET = 'The keeper is a spy.';
export const words = (text: string) => ({ kind: 'paragraph', content: { inlines: [{ text }] } });

type People = [gm: TestPerson, coGm: TestPerson, player: TestPerson, other: TestPerson];
/** Shared by all scenes of a service, because signing up is slow. */
const PEOPLE = new WeakMap<DocumentApp, People>();
const joined = ({ identity }: DocumentApp) =>
  Promise.all(
    ['Gm', 'Co-GM', 'Player', 'Other'].map((name) => identity.join(name)),
  ) as unknown as Promise<People>;

/** A campaign with the actions of its members. */
export class Scene {
  private constructor(
    readonly service: DocumentApp,
    readonly gm: TestPerson,
    readonly coGm: TestPerson,
    readonly player: TestPerson,
    readonly other: TestPerson,
    readonly campaign: string,
  ) {}

  static async begin(service: DocumentApp): Promise<Scene> {
    if (!PEOPLE.has(service)) PEOPLE.set(service, await joined(service));
    const [gm, coGm, player, other] = PEOPLE.get(service)!;
    const campaign = service.campaign(gm, [player, other], [coGm]);
    return new Scene(service, gm, coGm, player, other, campaign);
  }

  async call(method: Method, url: string, body?: object, as = this.gm) {
    const answer = await this.service.call(method, `/api/documents/${url}`, { as, body });
    if (answer.status >= 300)
      throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** A note with a secret passage behind a visible one. */
  create(
    markdown = `The inn is warm.\n\n> [!secret]\n> ${SECRET}`,
    { is_spoilers = false } = {},
  ): Promise<DocumentRef> {
    return this.call('POST', 'notes/', {
      campaign: this.campaign,
      title: 'Inn',
      is_spoilers,
      markdown,
    });
  }

  upload(file: UploadOptions): Promise<DocumentRef> {
    return this.service.upload(this.gm, this.campaign, file);
  }

  async passagesOf({ id }: DocumentRef): Promise<EditedPassage[]> {
    return ((await this.call('GET', `${id}/editing/`)) as EditingAnswer).passages;
  }

  async save({ id }: DocumentRef, body: object, as = this.gm): Promise<SavePassagesAnswer> {
    const saved: SavePassagesAnswer = await this.call('PATCH', `${id}/passages/`, body, as);
    if (saved.clashes.length > 0) throw new Error(`Not saved: ${JSON.stringify(saved.clashes)}`);
    return saved;
  }

  setAudience(
    { id }: DocumentRef,
    passages: string[],
    to: 'gm' | 'party' | TestPerson,
    as = this.gm,
  ) {
    const audience = typeof to === 'string' ? to : { players: [to.id] };
    return this.call('PUT', `${id}/audience/`, { passages, audience, public_title: 'Inn' }, as);
  }

  async setSpoilers({ id }: DocumentRef, ...to: boolean[]): Promise<void> {
    for (const is_spoilers of to) await this.call('PATCH', `${id}/`, { is_spoilers });
  }

  /** Texts of the passages that a player sees. */
  async textsFor({ id }: DocumentRef, as = this.player): Promise<string[]> {
    const { body } = await this.service.call('GET', `/api/documents/${id}/passages/`, { as });
    return (body.passages ?? []).map(({ text }: Passage) => text);
  }

  /** Status of a player's request for the file, and its bytes. */
  async fileFor({ id }: DocumentRef): Promise<{ status: number; bytes: string }> {
    const url = `/api/documents/${id}/content/`;
    const { status, body } = await this.service.call('GET', url, { as: this.player });
    if (status >= 500 && status !== 503) throw new Error(`${url}: ${status}`);
    const bytes = status === 200 ? await (await fetch(body.url as string)).arrayBuffer() : [];
    return { status, bytes: Buffer.from(bytes as ArrayBuffer).toString('latin1') };
  }

  /** A document in the player's list. */
  async listedFor({ id }: DocumentRef): Promise<CampaignDocument | undefined> {
    const url = `?campaign=${this.campaign}`;
    const listed: CampaignDocument[] = await this.call('GET', url, undefined, this.player);
    return listed.find((one) => one.id === id);
  }
}

/** A save that joins the second passage to the first. */
export const join = (first: EditedPassage, second: EditedPassage) => ({
  changes: [
    {
      id: first.id,
      base_version: first.version,
      ...words(first.text + second.text),
      from: [second.id],
    },
  ],
  removed: [{ id: second.id, base_version: second.version }],
});

const contentOf = ({ kind, content }: EditedPassage) => ({ kind, content });

/** Gives a living passage the words that it had. */
export const undoOne = (passage: EditedPassage, now: number) => ({
  id: passage.id,
  base_version: now,
  ...contentOf(passage),
  undo_to: passage.version,
});

/** The editor's request after undo of a join. */
export const undo = (first: EditedPassage, second: EditedPassage, now: number) => ({
  changes: [
    undoOne(first, now),
    {
      id: second.id,
      ...contentOf(second),
      from: [first.id],
      after: first.id,
      undo_to: second.version,
    },
  ],
});

/** A new passage of words that were copied out of another one. */
export const copyOf = (source: string, text: string) => ({
  id: randomUUID(),
  ...words(text),
  from: [source],
});
