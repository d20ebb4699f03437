import { Slice, Fragment, type Node } from 'prosemirror-model';
import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import type { DecorationSet } from 'prosemirror-view';
import { narrowerAudience } from '@tomekeeper/visibility';
import { acknowledge, NoteBase, pendingOf } from '../saving/note-base';
import type { EditedPassage } from '../saving/notes-api';
import { docOf, nodeOf, sourcesOf } from '../schema/passages-of-doc';
import { passageIds } from '../schema/passage-ids';
import { landingOfPaste, pasted } from '../pasting/pasted';
import { withDraft } from '../saving/restore-draft';
import { schema } from '../schema/schema';
import { UNKNOWN_SOURCE } from '../schema/secret-box';
import { audiencesIn } from './audience-marks';
import { NoteAudiences } from './note-audiences';

const party = { kind: 'party' as const, players: [] };
const gm = { kind: 'gm' as const, players: [] };
const only = (...players: string[]) => ({ kind: 'players' as const, players });

function passage(id: string, text: string, more: Partial<EditedPassage> = {}): EditedPassage {
  return {
    id,
    kind: 'paragraph',
    depth: 0,
    text,
    content: { inlines: [{ text }] },
    version: 1,
    audience: 'party',
    ...more,
  };
}

/** Opens a public note. */
function written(passages: EditedPassage[], saves = () => Promise.resolve()) {
  const base = new NoteBase({ title: 'Mill', version: 1, passages });
  const audiences: NoteAudiences = new NoteAudiences({
    base,
    is_spoilers: false,
    editor: () => note.state,
    apply: (tr) => {
      note.state = note.state.apply(tr);
    },
    save: saves,
    settle: () => undefined,
  });
  const note = {
    base,
    audiences,
    state: EditorState.create({
      doc: docOf(passages),
      plugins: [passageIds(() => false), audiences.marks],
    }),
    caret(at: number) {
      note.state = note.state.apply(
        note.state.tr.setSelection(TextSelection.create(note.state.doc, at)),
      );
      return note;
    },
    do(change: (tr: EditorState['tr']) => EditorState['tr']) {
      note.state = note.state.apply(change(note.state.tr));
      return note;
    },
    kinds: () => audiencesIn(note.state).map(({ kind }) => kind),
    pending: () => pendingOf(note.state.doc, 'Mill', base),
  };
  audiences.follow(false, () => undefined);
  return note;
}
const at = (doc: Node, words: string): number => {
  let found = -1;
  doc.descendants((node, pos) => {
    const within = node.text?.indexOf(words) ?? -1;
    if (within >= 0 && found < 0) found = pos + within;
  });
  return found;
};

describe('the expected audience of a passage', () => {
  const inn = passage('a', 'The inn is warm.');
  const spy = passage('b', 'The keeper is a spy.', { audience: 'gm', own_audience: true });
  const mias = passage('c', 'Mia dreamt.', { audience: 'players', players: ['m'] });

  it('is the audience of the server, and the intersection when passages are joined', () => {
    const note = written([inn, spy, mias]);
    expect(note.kinds()).toEqual(['party', 'gm', 'players']);
    // Joins the spy to the inn.
    const join = at(note.state.doc, 'The keeper') - 1;
    note.do((tr) => tr.delete(join - 1, join + 1));
    expect(note.kinds()).toEqual(['gm', 'players']);
    expect(note.pending().changes.map(({ id, from }) => [id, from])).toEqual([['a', ['b']]]);
  });

  it('is as narrow for both halves of a hidden passage, before and after they are saved', () => {
    const note = written([inn, spy]);
    note.do((tr) => tr.split(at(tr.doc, ' is a spy')));
    expect(note.kinds()).toEqual(['party', 'gm', 'gm']);
    const save = { ...note.pending(), title: undefined };
    const nodes = new Map(
      note.state.doc.content.content.map((one) => [String(one.attrs['id']), one]),
    );
    const predictions = note.audiences.predictionsOf(save, nodes);
    const kept = save.changes.map(({ id }) => ({ id, version: 2 }));
    acknowledge(note.base, save, kept, new Set(), (id) => JSON.stringify(id));
    expect(note.audiences.kept(kept, save as never, predictions)).toBe(false);
    // The server saved the words, so their source marks disappear.
    note.do((tr) => {
      tr.doc.forEach((node, pos) => {
        const id = String(node.attrs['id']);
        tr.addMark(pos + 1, pos + node.nodeSize - 1, schema.marks.source.create({ id }));
        tr.setNodeAttribute(pos, 'from', null);
      });
      return tr;
    });
    expect(note.kinds()).toEqual(['party', 'gm', 'gm']);
  });

  it('is GM only for text of unknown origin, and is requested from the server', () => {
    const note = written([inn]);
    const foreign = '30000000-0000-4000-8000-000000000001';
    note.do((tr) => tr.insert(0, nodeOf({ ...inn, id: 'n' }, [foreign])));
    expect(note.kinds()).toEqual(['gm', 'party']);
    const save = note.pending();
    expect(save.changes[0]?.from).toEqual([foreign]);
    expect(
      note.audiences.kept([{ id: 'n', version: 2 }], save as never, new Map([['n', gm]])),
    ).toBe(true);
  });

  it('is GM only for a box that becomes secret', () => {
    const box = (label: string) =>
      passage('d', 'Izek', {
        kind: 'callout',
        content: { label, blocks: [{ kind: 'paragraph', depth: 0, inlines: [{ text: 'Izek' }] }] },
      });
    const note = written([box('note')]);
    expect(note.kinds()).toEqual(['party']);
    expect(note.do((tr) => tr.setNodeAttribute(0, 'label', 'secret')).kinds()).toEqual(['gm']);
    // A revealed box stays revealed.
    expect(written([box('secret')]).kinds()).toEqual(['party']);
  });

  it('is the common circle of chosen players, where one is within the other', () => {
    expect(narrowerAudience(party, only('m'))).toEqual(only('m'));
    expect(narrowerAudience(only('m', 't'), only('m'))).toEqual(only('m'));
    expect(narrowerAudience(only('m'), only('t'))).toEqual(gm);
    expect(narrowerAudience(only('m'), gm)).toEqual(gm);
    expect(narrowerAudience(party, party)).toEqual(party);
  });
});

describe('hiding unsaved passages', () => {
  it('is part of the first save, so that they are never sent visible', () => {
    const note = written([passage('a', 'The inn is warm.')]);
    note.do((tr) => tr.insert(tr.doc.content.size, schema.nodes.paragraph.create()));
    note.caret(note.state.doc.content.size - 1);
    expect(note.audiences.hideUnsaved()).toEqual([]);
    note.do((tr) => tr.insertText('The keeper is a spy.'));
    expect(note.kinds()).toEqual(['party', 'gm']);
    expect(note.pending().changes.map(({ from }) => from)).toEqual([[UNKNOWN_SOURCE]]);
  });

  it('is sent to the server for saved passages, and undone before others see them', async () => {
    let isSaved = false;
    const note = written([passage('a', 'The inn is warm.')], async () => {
      if (!isSaved) return;
      for (const { id } of note.pending().changes)
        note.base.passages.set(id, { version: 2, words: '' });
    });
    note.caret(3);
    expect(note.audiences.hideUnsaved()).toEqual(['a']);
    expect(note.kinds()).toEqual(['party']); // until the server responds
    note.do((tr) => tr.insert(tr.doc.content.size, nodeOf({ ...passage('n', 'New.') })));
    note.caret(note.state.doc.content.size - 1);
    note.audiences.hideUnsaved();
    expect(note.kinds()).toEqual(['party', 'gm']);
    expect(await note.audiences.savedForOthers()).toBeUndefined();
    isSaved = true;
    expect(await note.audiences.savedForOthers()).toEqual(['n']);
    expect(sourcesOf(note.state.doc.child(1))).toEqual([]);
  });
});

describe('text pasted into a secret', () => {
  const secret = passage('s', 'Izek', {
    kind: 'callout',
    audience: 'gm',
    content: {
      label: 'secret',
      blocks: [{ kind: 'paragraph', depth: 0, inlines: [{ text: 'Izek' }] }],
    },
  });

  function paste(passages: EditedPassage[], into: number, slice: Slice) {
    const note = written(passages).caret(into);
    const made = pasted((id) => note.base.passages.has(id))(
      slice,
      note.state,
      landingOfPaste(note.state),
    );
    return note.do((tr) => tr.replaceSelection(made));
  }

  it('stays hidden regardless of its kind', () => {
    const blocks = [
      nodeOf(passage('x', 'first')),
      nodeOf(passage('y', 'head', { kind: 'heading', level: 2 })),
      nodeOf(passage('z', 'item', { kind: 'list_item' })),
      nodeOf(passage('q', '', { kind: 'table', content: { rows: [[[{ text: 'cell' }]]] } })),
      nodeOf(passage('w', 'last')),
    ];
    const { state } = paste([secret], 4, new Slice(Fragment.from(blocks), 1, 1));
    expect(state.doc.childCount).toBe(1);
    expect(state.doc.firstChild?.content.content.map(({ type }) => type.name)).toContain(
      'inner_kept',
    );
    expect(JSON.stringify(state.doc.toJSON())).toMatch(/first.*head.*item.*cell.*last/);
  });

  it('and text pasted from it keeps the audience, including tables in boxes', () => {
    const table = passage('t', 'cell', {
      kind: 'table',
      audience: 'gm',
      content: { rows: [[[{ text: 'cell' }]]] },
    });
    const quote = passage('q', 'Words', {
      kind: 'quote',
      content: { blocks: [{ kind: 'paragraph', depth: 0, inlines: [{ text: 'Words' }] }] },
    });
    const into = at(written([table, quote]).state.doc, 'Words') + 5;
    const pastedNote = paste([table, quote], into, new Slice(Fragment.from(nodeOf(table)), 0, 0));
    expect(pastedNote.kinds()).toEqual(['gm', 'gm']);
    expect(pastedNote.pending().changes.find(({ id }) => id === 'q')?.from).toEqual(['t']);
  });
});

it('shows the audience of a selected picture next to it, not next to the following passage', () => {
  const picture = passage('b', '', { kind: 'image', content: { image: 'i' } });
  const { audiences, state } = written([passage('a', 'One'), picture, passage('c', 'Two')]);
  const at = state.doc.child(0).nodeSize;
  const selected = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, at)));
  const { decorations } = audiences.marks.props;
  const shown = decorations?.call(audiences.marks, selected) as DecorationSet;
  const marks = shown.find().filter(({ from, to }) => from === to);
  expect(marks.map(({ from }) => from)).toEqual([0, at]);
});

describe('text written before its target is revealed', () => {
  const inn = passage('a', 'The inn.', { audience: 'gm' });
  const mias = passage('b', 'Mia dreamt.', { audience: 'players', players: ['m'] });
  const type = (note: ReturnType<typeof written>, words: string, after: string) =>
    note.do((tr) => tr.insertText(words, at(tr.doc, after) + after.length));
  const open = (note: ReturnType<typeof written>, passages: EditedPassage[]) => {
    note.audiences.toldAll(() => note.base.placed({ title: 'Mill', version: 1, passages }));
    note.audiences.draw();
  };
  const sent = (note: ReturnType<typeof written>) =>
    pendingOf(note.state.doc, 'Mill', note.base, new Map(), (node) =>
      note.audiences.asWritten(node),
    );
  const seenIn = (note: ReturnType<typeof written>) =>
    sent(note).changes.map(({ id, seen_by }) => [id, seen_by]);
  const toParty = (one: EditedPassage) => ({ ...one, audience: 'party' });

  it('gets the audience displayed to its writer, regardless of later changes', () => {
    const note = written([inn, mias]);
    type(note, ' Izek burns it.', 'inn.');
    type(note, ' Tom too.', 'dreamt.');
    const before = [
      ['a', 'gm'],
      ['b', { players: ['m'] }],
    ];
    expect(seenIn(note)).toEqual(before);
    open(note, [toParty(inn), { ...mias, players: ['m', 't'] }]);
    expect(note.kinds()).toEqual(['party', 'players']);
    expect(seenIn(note)).toEqual(before);
  });

  it('takes that along where it is split, and not where it is begun afterwards', () => {
    const note = written([inn, mias]);
    type(note, ' Izek burns it.', 'inn.');
    open(note, [toParty(inn), toParty(mias)]);
    note.do((tr) => tr.split(at(tr.doc, ' burns it')));
    type(note, ' Later.', 'dreamt.');
    expect(seenIn(note).map(([, seen]) => seen)).toEqual(['gm', 'gm', 'party']);
  });

  it('gets the audience chosen by its writer', () => {
    const note = written([inn]);
    type(note, ' Izek burns it.', 'inn.');
    note.audiences.openedHere(['a']);
    open(note, [toParty(inn)]);
    expect(seenIn(note)).toEqual([['a', 'party']]);
    // Later changes by others apply as usual.
    open(note, [inn]);
    open(note, [toParty(inn)]);
    expect(seenIn(note)).toEqual([['a', 'gm']]);
  });

  it('holds new words of a note that is revealed as a whole', () => {
    const note = written([]);
    note.audiences.follow(true, () => undefined);
    note.do((tr) => tr.insert(0, nodeOf(passage('n', 'Izek is her brother.'))));
    note.audiences.follow(false, () => undefined);
    expect(seenIn(note)).toEqual([['n', 'gm']]);
  });

  it('leaves words from where this tab knows nothing of to the server', () => {
    const note = written([passage('a', 'The inn.')]);
    note.do((tr) => tr.insert(0, nodeOf(passage('n', 'Words.'), ['elsewhere'])));
    expect(note.kinds()).toEqual(['gm', 'party']);
    expect(seenIn(note)).toEqual([['n', 'party']]);
  });

  it('is restored from drafts of two tabs with the audience displayed to each writer', () => {
    const note = written([inn, mias]);
    type(note, ' Izek burns it.', 'inn.');
    type(note, ' Tom too.', 'dreamt.');
    const draft = (save: ReturnType<typeof sent>) => ({
      person: 'gm',
      note: 'mill',
      tab: 't',
      save,
      places: {},
    });
    const first = sent(note);
    const second = {
      ...first,
      changes: first.changes.map((one) => ({ ...one, seen_by: 'party' as const })),
    };
    const again = written([toParty(inn), toParty(mias)]);
    for (const save of [first, second])
      again.do((tr) => {
        const doc = withDraft(tr.doc, again.base, draft(save));
        return tr.replaceWith(0, tr.doc.content.size, doc.content);
      });
    expect(again.kinds()).toEqual(['party', 'party']);
    expect(seenIn(again)).toEqual([
      ['a', 'gm'],
      ['b', { players: ['m'] }],
    ]);
  });
});

it('follows the audience of the note at once, except for passages with their own', () => {
  const own = passage('b', 'Secret.', { audience: 'gm', own_audience: true });
  const note = written([passage('a', 'Inn.', { audience: 'party' }), own]);
  note.audiences.follow(true, () => undefined);
  expect(audiencesIn(note.state)).toEqual([gm, gm]);
  note.audiences.follow(false, () => undefined);
  expect(audiencesIn(note.state)).toEqual([party, gm]);
});
