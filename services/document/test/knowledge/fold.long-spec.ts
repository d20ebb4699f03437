import type { KnownDocument } from '@tomekeeper/contracts-document';
import { ledgerAnswer } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import { PlayerTextWriter } from '../../src/extraction-jobs/player-text-writer';
import { startDocumentApp, type DocumentApp } from '../document-app';

let service: DocumentApp;
let gm: TestPerson, mia: TestPerson, tom: TestPerson;
beforeAll(async () => {
  service = await startDocumentApp();
  [gm, mia, tom] = (await Promise.all(
    ['Gm', 'Mia', 'Tom'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());

type Audience = 'gm' | 'party' | 'mia' | 'tom' | 'both';
type Step =
  | { do: 'say who sees'; document: number; passages: number[] | 'all'; audience: Audience }
  | { do: 'reveal' | 'hide' | 'delete' | 'restore' | 'show'; document: number }
  | {
      do: 'write' | 'add' | 'add new' | 'add secret' | 'join' | 'remove';
      document: number;
      passage: number;
    }
  | { do: 'take back'; act: number }
  | { do: 'leave' | 'come back'; who: 'mia' | 'tom' };
type Writing = Extract<Step, { passage: number }>['do'];
type Coming = Extract<Step, { who: unknown }>;

const document = fc.nat(2);
const passage = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('say who sees' as const),
      document,
      passages: fc.oneof(
        { weight: 4, arbitrary: fc.uniqueArray(passage, { minLength: 1, maxLength: 3 }) },
        fc.constant('all' as const),
      ),
      audience: fc.constantFrom<Audience>('gm', 'party', 'mia', 'tom', 'both'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'reveal' as const,
        'hide' as const,
        'delete' as const,
        'restore' as const,
        'show' as const,
      ),
      document,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom<Writing>('write', 'add', 'add new', 'add secret', 'join', 'remove'),
      document,
      passage,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('take back' as const), act: fc.nat(4) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('leave' as const, 'come back' as const),
      who: fc.constantFrom('mia' as const, 'tom' as const),
    }),
  },
);

interface Words {
  id: string;
  text: string;
}
const inWords = ({ id, text }: Words): string => `${id} ${text}`;

/** A viewer's state of one document: title, start of visibility and passages. */
type Seen = Record<string, { title: string; since: string; passages: string[] }>;

/** A campaign with documents, of which things are done. */
class Table {
  private readonly campaign = service.campaign(gm, [mia, tom]);
  private readonly people = { mia, tom };
  private readonly here = new Set(['mia', 'tom']);
  private documents: string[] = [];
  private readonly acts: { document: string; act: string; words: string[] }[] = [];
  private readonly moments: { at: string; seen: Map<string, Seen> }[] = [];
  private words = 0;

  async begin(): Promise<void> {
    for (const is_spoilers of [true, false, true]) {
      const markdown = 'One.\n\nTwo.\n\nThree.\n\nFour.';
      const body = { campaign: this.campaign, title: 'Real', is_spoilers, markdown };
      this.documents.push((await this.ask('POST', '/api/documents/notes/', body)).body.id);
    }
    await this.look();
  }

  async take(step: Step): Promise<void> {
    const taken = step.do === 'take back' ? this.acts.at(-1 - step.act) : undefined;
    await this.act(step);
    await service.app.get(PlayerTextWriter).showDue();
    await this.look();
    if (taken) this.givesBackWhatWasThere(taken);
  }

  /** Viewers who gain text by an undo gain only text that existed at the change. */
  private givesBackWhatWasThere({ document: id, words }: { document: string; words: string[] }) {
    const [before, now] = this.moments.slice(-2);
    for (const [whom, seen] of now!.seen) {
      const known = before!.seen.get(whom)?.[id]?.passages ?? [];
      const fresh = (seen[id]?.passages ?? []).filter((one) => !known.includes(one));
      expect(words).toEqual(expect.arrayContaining(fresh));
    }
  }

  private ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) {
    return service.call(method, url, { as: gm, ...(body && { body }) });
  }

  private async passages(id: string): Promise<Words[]> {
    const { body } = await this.ask('GET', `/api/documents/${id}/passages/`);
    return body.passages ?? [];
  }

  private async act(step: Step): Promise<void> {
    if ('who' in step) {
      this.comeOrGo(step);
      return;
    }
    if (step.do === 'take back') {
      const taken = this.acts.at(-1 - step.act);
      if (taken) await this.ask('DELETE', `/api/documents/${taken.document}/acts/${taken.act}/`);
      return;
    }
    const id = this.documents[step.document]!;
    const url = `/api/documents/${id}`;
    const stood = await this.passages(id);
    const ids = stood.map((one) => one.id);
    const words = stood.map(inWords);
    switch (step.do) {
      case 'say who sees': {
        const chosen = { mia: [mia.id], tom: [tom.id], both: [mia.id, tom.id], gm: [], party: [] };
        const { audience } = step;
        const passages =
          step.passages === 'all' ? 'all' : step.passages.flatMap((at) => ids[at] ?? []);
        const { body } = await this.ask('PUT', `${url}/audience/`, {
          passages,
          audience: chosen[audience].length > 0 ? { players: chosen[audience] } : audience,
          public_title: 'Handout',
        });
        if (body.act) this.acts.push({ document: id, act: body.act, words });
        return;
      }
      case 'reveal':
      case 'hide': {
        const { body } = await this.ask('PATCH', `${url}/`, { is_spoilers: step.do === 'hide' });
        if (body.act) this.acts.push({ document: id, act: body.act, words });
        return;
      }
      case 'delete':
        await this.ask('DELETE', `${url}/`);
        return;
      case 'restore':
      case 'show':
        await this.ask('POST', `${url}/${step.do}/`);
        return;
      case 'write':
      case 'add':
      case 'add new':
      case 'add secret':
      case 'join':
      case 'remove':
        return this.write(step.do, url, ids.slice(step.passage, step.passage + 2));
    }
  }

  private comeOrGo({ do: what, who }: Coming): void {
    if (this.here.has(who) !== (what === 'leave')) return;
    service[what === 'leave' ? 'leave' : 'join'](this.campaign, this.people[who]);
    this.here[what === 'leave' ? 'delete' : 'add'](who);
  }

  private async write(what: Writing, url: string, [id, behind]: string[]): Promise<void> {
    const { body: note } = await this.ask('GET', `${url}/editing/`);
    const versions = new Map(
      ((note.passages ?? []) as { id: string; version: number }[]).map((one) => [
        one.id,
        one.version,
      ]),
    );
    const [base_version, base_behind] = [versions.get(id ?? ''), versions.get(behind ?? '')];
    if (base_version === undefined) return;
    const words = { inlines: [{ text: `Words ${++this.words}.` }] };
    const paragraph = { kind: 'paragraph', content: words };
    const secret = {
      kind: 'callout',
      content: { label: 'secret', blocks: [{ kind: 'paragraph', depth: 0, ...words }] },
    };
    const added = { id: crypto.randomUUID(), after: id };
    const changed = { id, base_version, ...paragraph };
    const isJoin = what === 'join' && base_behind !== undefined;
    const save = {
      write: { changes: [changed], removed: [] },
      add: { changes: [{ ...added, ...paragraph, from: [id] }], removed: [] },
      'add new': { changes: [{ ...added, ...paragraph, from: [] }], removed: [] },
      'add secret': { changes: [{ ...added, ...secret }], removed: [] },
      join: {
        changes: [{ ...changed, ...(isJoin && { from: [behind] }) }],
        removed: isJoin ? [{ id: behind, base_version: base_behind }] : [],
      },
      remove: { changes: [], removed: [{ id, base_version }] },
    }[what];
    const saved = await this.ask('PATCH', `${url}/passages/`, save);
    expect(saved).toMatchObject({ status: 200, body: { clashes: [] } });
  }

  /** Checks the visible content of all viewers against the ledger. */
  private async look(): Promise<void> {
    const seen = new Map<string, Seen>();
    for (const [whom, sees] of await this.eyes()) {
      const now = await sees();
      seen.set(whom, now);
      expect(known(await this.ledger(whom))).toEqual(asKnown(now));
    }
    await this.isFoldOfEntries();
    // Entries have millisecond precision.
    await pause(2);
    this.moments.push({ at: new Date().toISOString(), seen });
    await pause(2);
  }

  /** The visibility history equals the content that the members saw, by their current membership. */
  async remember(): Promise<void> {
    const stays = new Set((await this.eyes()).map(([whom]) => whom));
    for (const { at, seen } of this.moments)
      for (const [whom, then] of seen)
        if (stays.has(whom)) expect(known(await this.ledger(whom, at))).toEqual(asKnown(then));
  }

  /** The party, and who is here, each by the stay. */
  private async eyes(): Promise<[string, () => Promise<Seen>][]> {
    const party = { as: gm, headers: { 'x-view-as': 'party' } };
    const eyes: [string, () => Promise<Seen>][] = [['party', () => this.seenBy(party)]];
    for (const name of ['mia', 'tom'] as const)
      if (this.here.has(name)) {
        const person = this.people[name];
        const whom = `${person.id} ${service.membership(this.campaign, person)}`;
        eyes.push([whom, () => this.seenBy({ as: person })]);
      }
    return eyes;
  }

  private async seenBy(by: Parameters<DocumentApp['call']>[2]): Promise<Seen> {
    const list = await service.call('GET', `/api/documents/?campaign=${this.campaign}`, by);
    expect(list.status).toBe(200);
    const seen: Seen = {};
    for (const { id, title, created_at } of list.body) {
      const { body } = await service.call('GET', `/api/documents/${id}/passages/`, by);
      const passages = (body.passages as Words[]).map(inWords);
      seen[id] = { title, since: created_at, passages };
    }
    return seen;
  }

  private async ledger(whom: string, at?: string): Promise<KnownDocument[]> {
    const [player = ''] = whom.split(' ');
    const query = `?player=${player}${at ? `&as_of=${at}` : ''}`;
    const answer = await this.ask('GET', `/api/campaigns/${this.campaign}/ledger/${query}`);
    expect(answer).toMatchObject({ status: 200 });
    return ledgerAnswer.parse(answer.body).known ?? [];
  }

  /** Replaying all entries yields the current audiences. */
  private async isFoldOfEntries(): Promise<void> {
    const rows = await service.uow.query<{
      document: string;
      is_of_document: boolean;
      audience: string;
      passage: string | null;
      after: string | null;
    }>(
      `SELECT e.document_id AS document, e.audience_class IS NULL AS is_of_document, e.audience, l.passage_id AS passage,
              l.class_after AS after
         FROM ledger_entry e LEFT JOIN ledger_passage l ON l.entry_id = e.id
        WHERE e.campaign_id = $1 ORDER BY e.number`,
      [this.campaign],
    );
    const documents = new Map<string, boolean>();
    const passages = new Map<string, string | null>();
    for (const { document: id, is_of_document, audience, passage: of, after } of rows) {
      if (is_of_document) documents.set(id, audience === 'gm');
      if (of !== null) passages.set(of, after);
    }
    const living = await service.uow.query<{ id: string; is_spoilers: boolean }>(
      'SELECT id, is_spoilers FROM document WHERE campaign_id = $1',
      [this.campaign],
    );
    for (const { id, is_spoilers } of living) expect(documents.get(id)).toBe(is_spoilers);
    const stored = await service.uow.query<{ id: string; audience_class: string | null }>(
      'SELECT id, audience_class FROM passage WHERE campaign_id = $1',
      [this.campaign],
    );
    expect(stored.map(({ id }) => [id, passages.get(id) ?? null])).toEqual(
      stored.map(({ id, audience_class }) => [id, audience_class]),
    );
  }
}

const known = (documents: readonly KnownDocument[]) =>
  Object.fromEntries(
    documents.map(({ document: id, since, passages }) => [id, { since, count: passages.count }]),
  );
const asKnown = (seen: Seen) =>
  Object.fromEntries(
    Object.entries(seen).map(([id, { since, passages }]) => [
      id,
      { since, count: passages.length },
    ]),
  );

it('equals the visible passages, now and at every earlier moment, after any change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (life) => {
      const table = new Table();
      await table.begin();
      for (const one of life) await table.take(one);
      await table.remember();
    }),
    // A few lives are enough for every run; RUNS=100 looks at more.
    propertyRuns(4),
  );
});
