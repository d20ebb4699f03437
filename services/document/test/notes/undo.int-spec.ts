import type {
  CampaignDocument,
  EditedPassage,
  EditingAnswer,
  SavePassagesAnswer,
} from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';

let service: DocumentApp;
let gm: TestPerson, coGm: TestPerson, player: TestPerson;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, coGm, player] = (await Promise.all(
    ['Gm', 'Co-GM', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());

const SECRET = 'The keeper is a spy.';
type Place = Pick<CampaignDocument, 'id'>;

async function create(markdown = `The inn is warm.\n\n> [!secret]\n> ${SECRET}`): Promise<Place> {
  const campaign = service.campaign(gm, [player], [coGm]);
  const body = { campaign, title: 'Inn', is_spoilers: false, markdown };
  return (await service.call('POST', '/api/documents/notes/', { as: gm, body })).body;
}
const passagesOf = async ({ id }: Place): Promise<EditedPassage[]> =>
  ((await service.call('GET', `/api/documents/${id}/editing/`, { as: gm })).body as EditingAnswer)
    .passages;
async function save({ id }: Place, body: object, as = gm): Promise<SavePassagesAnswer> {
  const answer = await service.call('PATCH', `/api/documents/${id}/passages/`, { as, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}
const setAudience = ({ id }: Place, passages: string[], audience: string) =>
  service.call('PUT', `/api/documents/${id}/audience/`, { as: gm, body: { passages, audience } });
const textsFor = async ({ id }: Place): Promise<string[]> =>
  (await service.call('GET', `/api/documents/${id}/passages/`, { as: player })).body.passages.map(
    ({ text }: { text: string }) => text,
  );
const audiences = async (note: Place) =>
  (await passagesOf(note)).map(({ text, audience }) => `${audience}: ${text}`);

const words = (text: string) => ({ kind: 'paragraph', content: { inlines: [{ text }] } });
/** Joins the second passage to the first. */
const join = (first: EditedPassage, second: EditedPassage) => ({
  changes: [
    {
      id: first.id,
      base_version: first.version,
      ...words(first.text + second.text),
      from: [second.id],
      seen_by: 'gm',
    },
  ],
  removed: [{ id: second.id, base_version: second.version }],
});
const contentOf = ({ kind, content }: EditedPassage) => ({ kind, content });
/** What the editor sends after undo. */
const undo = (
  first: EditedPassage,
  second: EditedPassage,
  now: number,
  party: 'first' | 'second',
) => ({
  changes: [
    {
      id: first.id,
      base_version: now,
      ...contentOf(first),
      undo_to: first.version,
      seen_by: party === 'first' ? 'party' : 'gm',
    },
    {
      id: second.id,
      ...contentOf(second),
      from: [first.id],
      after: first.id,
      undo_to: second.version,
      seen_by: party === 'second' ? 'party' : 'gm',
    },
  ],
});

describe('undo of a join that was saved', () => {
  it('gives both passages their audiences again: a hidden one that was joined to a visible one', async () => {
    const note = await create();
    const [inn, spy] = (await passagesOf(note)) as [EditedPassage, EditedPassage];
    const { version } = await save(note, join(inn, spy));
    expect(await textsFor(note)).toEqual([]);
    await save(note, undo(inn, spy, version, 'first'));
    expect(await audiences(note)).toEqual([`party: ${inn.text}`, `gm: ${SECRET}`]);
    expect(await textsFor(note)).toEqual([inn.text]);
  });

  it('gives both passages their audiences again: a visible one that was joined to a hidden one', async () => {
    const note = await create(`One.\n\nTwo.`);
    const [one] = await passagesOf(note);
    await setAudience(note, [one!.id], 'gm');
    const [first, second] = (await passagesOf(note)) as [EditedPassage, EditedPassage];
    const { version } = await save(note, join(first, second));
    expect(await audiences(note)).toEqual(['gm: One.Two.']);
    await save(note, undo(first, second, version, 'second'));
    expect(await audiences(note)).toEqual(['gm: One.', 'party: Two.']);
  });

  it('does not show other words than those of before', async () => {
    const note = await create();
    const [inn, spy] = (await passagesOf(note)) as [EditedPassage, EditedPassage];
    const { version } = await save(note, join(inn, spy));
    const { changes } = undo(inn, spy, version, 'first');
    await save(note, {
      changes: [{ ...changes[0], ...words(`${inn.text} ${SECRET}`), seen_by: 'gm' }],
    });
    expect(await textsFor(note)).toEqual([]);
  });

  it.each([
    [
      'a GM has set its audience since',
      async (note: Place, id: string) => {
        await setAudience(note, [id], 'party');
        await setAudience(note, [id], 'gm');
      },
    ],
    [
      'the note was hidden and revealed since',
      async ({ id }: Place) => {
        for (const is_spoilers of [true, false])
          await service.call('PATCH', `/api/documents/${id}/`, { as: gm, body: { is_spoilers } });
      },
    ],
  ])('leaves what it was joined to hidden where %s', async (_, act) => {
    const note = await create();
    const [inn, spy] = (await passagesOf(note)) as [EditedPassage, EditedPassage];
    const { version } = await save(note, join(inn, spy));
    await act(note, inn.id);
    await save(note, undo(inn, spy, version, 'first'));
    expect(await textsFor(note)).toEqual([]);
  });

  it('leaves it hidden for another person than the one who joined them', async () => {
    const note = await create();
    const [inn, spy] = (await passagesOf(note)) as [EditedPassage, EditedPassage];
    const { version } = await save(note, join(inn, spy));
    await save(note, undo(inn, spy, version, 'first'), coGm);
    expect(await textsFor(note)).toEqual([]);
  });

  it('hides words from a clipboard that were copied out of the joined passage', async () => {
    const note = await create();
    const [inn, spy] = (await passagesOf(note)) as [EditedPassage, EditedPassage];
    const { version } = await save(note, join(inn, spy));
    const copy = (id: string) => ({ id, ...words(SECRET), from: [inn.id], seen_by: 'party' });
    const undone = undo(inn, spy, version, 'first');
    const [at, later] = [service, service].map(() => crypto.randomUUID()) as [string, string];
    await save(note, { changes: [...undone.changes, copy(at)] });
    await save(note, { changes: [copy(later)] });
    expect(await textsFor(note)).toEqual([inn.text]);
  });
});
