import type {
  EditingAnswer,
  NoteVersion,
  SavePassagesAnswer,
} from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { startDocumentApp, type DocumentApp } from '../document-app';
import {
  sending,
  Tab,
  TABS,
  wordsIn,
  writing,
  type SentSave,
  type CurrentPassage,
} from './writers';

/** Against the service itself, with its database; merge.spec.ts tries the rule alone on hundreds. */
const RUNS = 8;

let service: DocumentApp;
let writers: TestPerson[];
let player: TestPerson;

beforeAll(async () => {
  service = await startDocumentApp();
  writers = await Promise.all(['Gm', 'Co-GM', 'Other'].map((name) => service.identity.join(name)));
  player = await service.identity.join('Player');
});
afterAll(() => service?.stop());

/** Every writer edits, then some of them save at once. */
const round = fc.record({
  written: fc.array(writing, { maxLength: 8 }),
  sent: fc.uniqueArray(sending, { selector: ({ tab }) => tab, maxLength: TABS }),
});
type Round = typeof round extends fc.Arbitrary<infer One> ? One : never;

class Evening {
  private readonly tabs = Array.from({ length: TABS }, () => new Tab());
  /** Words confirmed as saved. */
  private readonly saved = new Set<string>();
  /** Words that their own writer has taken away again. */
  private readonly takenBack = new Set<string>();
  /** Writer of each word. */
  private readonly writers = new Map<string, number>();

  private constructor(private readonly note: string) {}

  static async begin(): Promise<Evening> {
    const [gm, ...others] = writers;
    const campaign = service.campaign(gm!, [player], others);
    const markdown = 'a1 a2\n\n> [!secret]\n> HIDDEN1 HIDDEN2\n\nb1 b2\n\nc1';
    const { body } = await service.call('POST', '/api/documents/notes/', {
      as: gm,
      body: { campaign, title: 'Evening', is_spoilers: false, markdown },
    });
    const evening = new Evening(body.id);
    const currentPassages = await evening.currentPassages();
    for (const tab of evening.tabs) tab.fetch(currentPassages);
    return evening;
  }

  async play({ written, sent }: Round): Promise<void> {
    for (const one of written) this.tabs[one.tab]!.write(one.do, one.at, one.other);
    await Promise.all(
      sent.map(async (one) => {
        const tab = this.tabs[one.tab]!;
        if (one.do === 'fetch') tab.fetch(await this.currentPassages());
        else await this.send(one.tab, one.do !== 'send');
      }),
    );
    await this.checkThatNothingIsShown();
  }

  /** Every tab reconnects, then the result is checked. */
  async end(): Promise<void> {
    for (const tab of [...this.tabs.keys(), ...this.tabs.keys()]) await this.send(tab, false);
    await this.checkThatNothingIsShown();
    const there = new Set((await this.currentPassages()).flatMap(({ text }) => wordsIn(text)));
    for (const word of await this.wordsOfVersions()) there.add(word);
    const lost = [...this.saved].filter((word) => !there.has(word) && !this.takenBack.has(word));
    expect(lost).toEqual([]);
  }

  private async send(at: number, isAnswerLost: boolean): Promise<void> {
    const tab = this.tabs[at]!;
    const next = tab.next();
    const writer = at % writers.length;
    this.note_(next, writer);
    const { status, body } = await service.call('PATCH', `/api/documents/${this.note}/passages/`, {
      as: writers[writer],
      body: asSent(next),
    });
    expect(status).toBe(200);
    if (isAnswerLost) return;
    const { kept, clashes } = body as SavePassagesAnswer;
    const answer = {
      kept: new Map(kept.map(({ id, version }) => [id, version])),
      clashes: new Set(clashes.map(({ id }) => id)),
    };
    for (const { id, written } of next.save.changes)
      if (answer.kept.has(id)) for (const word of wordsIn(written.text)) this.saved.add(word);
    const theirs = clashes.flatMap(({ theirs: one }): CurrentPassage[] => (one ? [one] : []));
    tab.answered(answer, theirs);
  }

  /** Records the words that a save adds and removes. */
  private note_({ save, seen }: SentSave, writer: number): void {
    const sent = new Set(save.changes.flatMap(({ written }) => wordsIn(written.text)));
    for (const word of sent) if (!this.writers.has(word)) this.writers.set(word, writer);
    for (const text of seen.values())
      for (const word of wordsIn(text))
        if (!sent.has(word) && this.writers.get(word) === writer) this.takenBack.add(word);
  }

  private async currentPassages(): Promise<CurrentPassage[]> {
    const url = `/api/documents/${this.note}/editing/`;
    return ((await service.call('GET', url, { as: writers[0] })).body as EditingAnswer).passages;
  }

  private async wordsOfVersions(): Promise<string[]> {
    const url = `/api/documents/${this.note}/text-versions/`;
    const { versions } = (await service.call('GET', url, { as: writers[0] })).body as {
      versions: NoteVersion[];
    };
    const texts = await Promise.all(
      versions.map(
        async ({ id }) => (await service.call('GET', `${url}${id}/`, { as: writers[0] })).body,
      ),
    );
    return texts.flatMap(({ passages }: { passages: CurrentPassage[] }) =>
      passages.flatMap(({ text }) => wordsIn(text)),
    );
  }

  private async checkThatNothingIsShown(): Promise<void> {
    const { body } = await service.call('GET', `/api/documents/${this.note}/passages/`, {
      as: player,
    });
    expect(JSON.stringify(body)).not.toContain('HIDDEN');
  }
}

const asSent = ({ save }: SentSave): object => ({
  changes: save.changes.map(({ id, written: { kind, depth, content }, ...rest }) => ({
    id,
    kind,
    depth,
    content,
    ...rest,
    from: rest.from?.slice(0, 20),
  })),
  removed: save.removed,
});

it('loses no word after a confirmed save, and shows no hidden one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 8 }), async (rounds) => {
      const evening = await Evening.begin();
      for (const one of rounds) await evening.play(one);
      await evening.end();
    }),
    propertyRuns(RUNS),
  );
});
