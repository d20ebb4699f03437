import type { SavePassagesRequest } from '@tomekeeper/contracts-document';
import type { EditedPassage, NotesApi, Saved } from './notes-api';
import { WrittenNote } from './written-note';

const inn: EditedPassage = {
  id: '5d3c1f70-6a0f-4f0e-8f43-0000000000a1',
  kind: 'paragraph',
  depth: 0,
  text: 'The inn.',
  content: { inlines: [{ text: 'The inn.' }] },
  version: 1,
  audience: 'gm',
};

it('shows a passage that was shown to players while it was written, and sends it once somebody has chosen', async () => {
  let now = inn;
  const sent: SavePassagesRequest[] = [];
  const answers: Saved[] = [
    {
      kept: [],
      clashes: [{ id: inn.id, theirs: { ...inn, audience: 'party' }, shown: true }],
      version: 1,
    },
    { kept: [{ id: inn.id, version: 2 }], clashes: [], version: 2 },
  ];
  const api = {
    editing: () => Promise.resolve({ title: 'Mill', version: 1, passages: [now], places: [now] }),
    save(body: SavePassagesRequest) {
      sent.push(body);
      return Promise.resolve(answers[sent.length - 1]!);
    },
  } as Partial<NotesApi> as NotesApi;
  const note = await WrittenNote.open({
    api,
    person: 'gm',
    note: 'mill',
    is_spoilers: true,
    isSignedIn: () => true,
  });
  note.run((state, dispatch) => {
    dispatch(state.tr.insertText(' Izek burns it.', state.doc.content.size - 1));
    return true;
  });
  // Somebody else reveals it, and this tab hears of that first.
  now = { ...inn, audience: 'party' };
  await note.refresh();
  await note.saveNow();
  const [clash] = note.current().clashes;
  expect(clash).toMatchObject({ id: inn.id, isShown: true });
  await note.refresh();
  await note.saveNow();
  expect(sent).toHaveLength(1);

  note.choose(clash!, 'mine');
  await note.saveNow();
  expect(sent.map(({ changes }) => changes.map((one) => one.seen_by))).toEqual([['gm'], ['party']]);
  expect(note.current().clashes).toEqual([]);
  await note.close();
});
