import { undo } from 'prosemirror-history';
import type { SavePassagesRequest } from '@tomekeeper/contracts-document';
import type { EditedPassage, NotesApi, Saved } from './notes-api';
import { schema } from '../schema/schema';
import { NoteSession } from './note-session';

const inn: EditedPassage = {
  id: '5d3c1f70-6a0f-4f0e-8f43-0000000000a1',
  kind: 'paragraph',
  depth: 0,
  text: 'The inn.',
  content: { inlines: [{ text: 'The inn.' }] },
  version: 1,
  audience: 'gm',
};

/** Opens a note with a fake service, which answers saves one after another. */
const opened = (
  passages: () => EditedPassage[],
  sent: SavePassagesRequest[],
  answers: readonly Saved[],
  more: { hasAudiences?: boolean } = {},
): Promise<NoteSession> => {
  const api = {
    editing: () =>
      Promise.resolve({ title: 'Mill', version: 1, passages: passages(), places: passages() }),
    save(body: SavePassagesRequest) {
      sent.push(body);
      return Promise.resolve(answers[sent.length - 1]!);
    },
  } as Partial<NotesApi> as NotesApi;
  const parts = { api, person: 'gm', note: 'mill', is_spoilers: true, isSignedIn: () => true };
  return NoteSession.open({ ...parts, ...more });
};

it('shows a conflict for a passage revealed while it was edited, and saves it after a choice', async () => {
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
  const note = await opened(() => [now], sent, answers);
  note.run((state, dispatch) => {
    dispatch(state.tr.insertText(' Izek burns it.', state.doc.content.size - 1));
    return true;
  });
  // Another GM reveals the passage, and the event arrives before the save.
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

it('states no audience in a player’s note, also for text from elsewhere', async () => {
  const sent: SavePassagesRequest[] = [];
  const id = '5d3c1f70-6a0f-4f0e-8f43-0000000000a3';
  const kept = [inn.id, id].map((id) => ({ id, version: 2 }));
  const answers = [{ kept, clashes: [], version: 2 }];
  const note = await opened(() => [inn], sent, answers, { hasAudiences: false });
  note.run((state, dispatch) => {
    const { tr, doc } = state;
    const source = schema.marks.source.create({ id: '5d3c1f70-6a0f-4f0e-8f43-0000000000b1' });
    const pasted = schema.nodes.paragraph.create({ id }, schema.text('Burns.', [source]));
    dispatch(tr.insert(doc.content.size, pasted).insertText(' Empty.', doc.content.size - 1));
    return true;
  });
  note.setTitle('Burned mill');
  await note.saveNow();
  const [save] = sent;
  expect(save?.title).toBe('Burned mill');
  expect(save).not.toHaveProperty('title_seen_by');
  expect(save?.changes.map(({ from, seen_by }) => ({ from, seen_by }))).toEqual([
    { from: undefined, seen_by: undefined },
    { from: [], seen_by: undefined },
  ]);
  await note.close();
});

it('saves local text against another person’s change after a choice', async () => {
  const mill = { ...inn, id: '5d3c1f70-6a0f-4f0e-8f43-0000000000a2', text: 'A mill.' };
  mill.content = { inlines: [{ text: mill.text }] };
  const sent: SavePassagesRequest[] = [];
  const theirs = { ...mill, version: 2 };
  const clashes = [
    { id: mill.id, theirs },
    { id: inn.id, theirs: inn },
  ];
  const kept = [inn.id, mill.id].map((id) => ({ id, version: 3 }));
  const note = await opened(() => [inn, mill], sent, [
    { kept: [], clashes, version: 2 },
    { kept, clashes: [], version: 3 },
  ]);
  note.run((state, dispatch) => {
    const source = schema.marks.source.create({ id: inn.id });
    const { tr, doc } = state;
    dispatch(tr.insert(doc.content.size - 1, schema.text(' inn', [source])).delete(4, 8));
    return true;
  });
  await note.saveNow();
  expect(sent.map(({ changes }) => changes.length)).toEqual([2]);
  expect(note.current().clashes.map(({ id }) => id)).toEqual([mill.id]);
  await note.saveNow();
  expect(sent).toHaveLength(1);

  note.choose(note.current().clashes[0]!, 'mine');
  await note.saveNow();
  expect(sent[1]!.changes.map(({ id, base_version }) => [id, base_version])).toEqual([
    [inn.id, 1],
    [mill.id, 2],
  ]);
  await note.close();
});

it('asks for the audiences of before where undo takes a saved join back', async () => {
  const open = { ...inn, audience: 'party' };
  const spy: EditedPassage = {
    ...inn,
    id: '5d3c1f70-6a0f-4f0e-8f43-0000000000a2',
    text: ' A spy.',
  };
  spy.content = { inlines: [{ text: spy.text }] };
  const sent: SavePassagesRequest[] = [];
  const kept = (version: number, ...ids: string[]): Saved => ({
    kept: ids.map((id) => ({ id, version })),
    clashes: [],
    version,
  });
  const answers = [kept(2, open.id), kept(3, open.id, spy.id)];
  const note = await opened(() => [open, spy], sent, answers);
  note.run(({ doc, tr }, dispatch) => {
    const end = doc.child(0).nodeSize;
    dispatch(tr.delete(end - 1, end + 1));
    return true;
  });
  await note.saveNow();
  expect(sent[0]).toMatchObject({
    changes: [{ id: open.id, from: [spy.id], seen_by: 'gm' }],
    removed: [{ id: spy.id }],
  });
  note.run(undo);
  expect(note.audiences.asWritten(note.current().editor.doc.child(0)).kind).toBe('party');
  await note.saveNow();
  expect(sent[1]!.changes).toMatchObject([
    { id: open.id, undo_to: 1, base_version: 2, seen_by: 'party' },
    { id: spy.id, undo_to: 1, after: open.id, from: [], seen_by: 'gm' },
  ]);
  await note.close();
});

it('keeps a line that was saved while an older state of the note was on its way', async () => {
  const sent: SavePassagesRequest[] = [];
  let saved: EditedPassage[] = [inn];
  let arrive: (() => void) | undefined;
  const state = (version: number, passages: EditedPassage[]) => ({
    ...{ title: 'Mill', version, passages, places: passages },
  });
  const api = {
    editing(since?: number) {
      const answer = state(sent.length + 1, saved);
      if (since === undefined || arrive !== undefined) return Promise.resolve(answer);
      // The first refetch reads the note before the save, and its response arrives after that of the save.
      return new Promise((resolve) => (arrive = () => resolve(answer)));
    },
    save(body: SavePassagesRequest) {
      sent.push(body);
      const [{ id, kind, depth, content }] = body.changes as [(typeof body.changes)[number]];
      saved = [inn, { id, kind, depth, content, text: 'Rain.', version: 2, audience: 'gm' }];
      return Promise.resolve({ kept: [{ id, version: 2 }], clashes: [], version: 2 });
    },
  } as Partial<NotesApi> as NotesApi;
  const note = await NoteSession.open({
    ...{ api, person: 'gm', note: 'mill', is_spoilers: true, isSignedIn: () => true },
  });
  const refetched = note.refresh();
  note.run(({ tr, doc }, dispatch) => {
    dispatch(
      tr.insert(doc.content.size, schema.nodes.paragraph.create(null, schema.text('Rain.'))),
    );
    return true;
  });
  await note.saveNow();
  arrive?.();
  await refetched;
  expect(note.current().editor.doc.textContent).toBe('The inn.Rain.');
  await note.close();
});
