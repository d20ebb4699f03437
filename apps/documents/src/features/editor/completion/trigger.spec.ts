import { EditorState, TextSelection, type Plugin } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { nodeOf } from '../schema/passages-of-doc';
import { schema } from '../schema/schema';
import { map } from '../../../testing/show-panel';
import { completed, insertOptions } from './insert-options';
import {
  createOption,
  documentOptions,
  linkQuery,
  mentionOptions,
  passageOptions,
} from './link-options';
import { spaceBehind } from './space-behind';
import { typedLinks } from './typed-links';
import { completion, dismiss, triggerOf } from './trigger';

const openers = { picture: () => false, webLink: () => false };

function typedIn(text: string, kind: 'paragraph' | 'code' = 'paragraph'): EditorState {
  const node = nodeOf({ id: 'p1', kind, depth: 0, content: {} });
  let state = EditorState.create({
    doc: schema.nodes.doc.create(null, node),
    plugins: [completion(() => true)],
  });
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1)));
  for (const letter of text) state = state.apply(state.tr.insertText(letter));
  return state;
}
const asked = (text: string, kind?: 'code') => {
  const trigger = triggerOf(typedIn(text, kind));
  return trigger && [trigger.kind, trigger.query];
};
const wordsOf = ({ doc }: EditorState) =>
  doc.content.content.map(({ type, textContent }) => [type.name, textContent]);

describe('what is completed', () => {
  it('opens on unambiguous trigger characters', () => {
    expect(asked('/')).toEqual(['insert', '']);
    expect(asked('see /tab')).toEqual(['insert', 'tab']);
    expect(asked('[[Castle Rav')).toEqual(['link', 'Castle Rav']);
    expect(asked('ask @Mi')).toEqual(['mention', 'Mi']);
    for (const text of ['1/2', 'and/or', 'a / b', 'mina@tome.example', '[[x]]', '[x'])
      expect([text, asked(text)]).toEqual([text, undefined]);
    expect(asked('/', 'code')).toBeUndefined();
  });

  it('opens by typing alone, closes where the caret leaves, and stays closed once dismissed', () => {
    const open = typedIn('/ta');
    const away = open.apply(open.tr.setSelection(TextSelection.create(open.doc, 1)));
    expect(triggerOf(away)).toBeUndefined();
    const back = away.apply(away.tr.setSelection(TextSelection.create(away.doc, 4)));
    expect(triggerOf(back)).toBeUndefined();
    let state = open;
    dismiss(state, (tr) => (state = state.apply(tr)));
    expect(triggerOf(state)).toBeUndefined();
    state = state.apply(state.tr.insertText('b'));
    expect(triggerOf(state)).toBeUndefined();
    state = state.apply(state.tr.insertText(' @'));
    expect(triggerOf(state)?.kind).toBe('mention');
  });

  it('inserts a block in the place of an empty line, and behind one with words', () => {
    const table = insertOptions('tab', openers)[0]!;
    expect(table.label).toBe('Table');
    const inPlace = typedIn('/h2');
    const heading = insertOptions('h2', openers)[0]!;
    const made = inPlace.apply(completed(inPlace, triggerOf(inPlace)!, heading.run)!);
    expect(wordsOf(made)).toEqual([['heading', '']]);
    const behind = typedIn('words /secret');
    const secret = insertOptions('secret', openers)[0]!;
    const boxed = behind.apply(completed(behind, triggerOf(behind)!, secret.run)!);
    expect(wordsOf(boxed)).toEqual([
      ['paragraph', 'words '],
      ['callout', ''],
    ]);
    expect(insertOptions('zzz', openers)).toEqual([]);
  });
});

describe('links and mentions', () => {
  const castle = { ...map, id: 'D1', original_filename: 'Castle Ravenloft.pdf', is_spoilers: true };
  const village = { ...map, id: 'D2', original_filename: 'Bärovia village', is_spoilers: false };

  it('find documents by any of their words, and say who reads a hidden name', () => {
    expect(documentOptions([castle, village], 'raven', false).map(({ label }) => label)).toEqual([
      'Castle Ravenloft.pdf',
    ]);
    expect(documentOptions([castle, village], 'barov', true)[0]).toMatchObject({
      label: 'Bärovia village',
      audience: 'public',
      hint: undefined,
    });
    expect(documentOptions([castle], '', true)[0]?.hint).toBe(
      'Your players will read this name, without a link',
    );
  });

  it('lead to a document, to a passage of it, and to one of the same note', () => {
    expect(linkQuery('Castle#crypt')).toEqual({ name: 'Castle', passage: 'crypt' });
    const targets = [
      { id: 'P1', kind: 'heading', text: 'The crypts' },
      { id: 'P2', kind: 'paragraph', text: 'A cold crypt lies below.' },
    ];
    const state = typedIn('go [[x');
    const link = (run: ReturnType<typeof passageOptions>[number]['run']) => {
      const made = state.apply(completed(state, triggerOf(state)!, run)!);
      return made.doc.firstChild?.content.content.map(({ text, marks }) => [
        text,
        marks.find(({ type }) => type.name === 'link')?.attrs['href'],
      ]);
    };
    expect(link(documentOptions([castle], 'castle', false)[0]!.run)).toEqual([
      ['go ', undefined],
      ['Castle Ravenloft', '#d-d1'],
      [' ', undefined],
    ]);
    expect(passageOptions(targets, 'crypt', castle).map(({ label }) => label)).toEqual([
      'The crypts',
      'A cold crypt lies below.',
    ]);
    expect(link(passageOptions(targets, 'crypt', castle)[0]!.run)?.[1]?.[1]).toBe('#d-d1/p-p1');
    expect(link(passageOptions(targets, 'crypt')[1]!.run)?.[1]?.[1]).toBe('#p-p2');
  });

  it('write a name as words, which lead nowhere', () => {
    const state = typedIn('ask @mi');
    const [option] = mentionOptions([{ id: 'u1', name: 'Mina Harker' }], 'mi');
    const made = state.apply(completed(state, triggerOf(state)!, option!.run)!);
    expect(made.doc.textContent).toBe('ask @Mina Harker ');
    expect(made.doc.firstChild?.firstChild?.marks).toEqual([]);
  });
});

function viewOf(plugins: Plugin[]): EditorView {
  return new EditorView(document.createElement('div'), {
    state: EditorState.create({
      doc: schema.nodes.doc.create(null, schema.nodes.paragraph.create()),
      plugins,
    }),
  });
}

function type(view: EditorView, text: string): void {
  for (const letter of text) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(letter, from, to);
    if (!view.someProp('handleTextInput', (take) => take(view, from, to, letter, insert)))
      view.dispatch(insert());
  }
}

describe('a note that does not exist yet', () => {
  const castle = { ...map, original_filename: 'Castle.md' };

  it('is offered for a name that no document has', () => {
    const option = createOption([castle], 'Odo the Miller', false)!;
    expect(option).toMatchObject({
      label: 'Create note “Odo the Miller”',
      hint: 'Only game masters see it',
      creates: 'Odo the Miller',
    });
    let made = typedIn('[[Odo');
    option.run(made, (tr) => (made = made.apply(tr)));
    const { link } = schema.marks;
    const linked = made.doc.firstChild!.content.content.find(({ marks }) => link.isInSet(marks));
    expect(linked?.marks[0]?.attrs).toEqual({ href: 'name:Odo%20the%20Miller' });
    expect(createOption([], 'Odo', true)?.hint).toContain('Your players will read this name');
  });

  it.each(['castle', 'Castle.md', 'map.png', '', 'x'.repeat(501)])(
    'is not offered for “%s”',
    (name) => {
      expect(createOption([castle], name, false)).toBeUndefined();
    },
  );
});

describe('the space after a completion', () => {
  const [mina] = mentionOptions([{ id: 'u1', name: 'Mina' }], 'mi');
  const [castle] = documentOptions([{ ...map, original_filename: 'Castle' }], 'ca', false);
  it.each([
    ['@mi', ' sees', '@Mina sees', mina!.run],
    ['@mi', 'sees', '@Mina sees', mina!.run],
    ['@mi', '  sees', '@Mina  sees', mina!.run],
    ['@mi', '. Then', '@Mina. Then', mina!.run],
    ['[[ca', ' is', 'Castle is', castle!.run],
    ['[[ca', ', then', 'Castle, then', castle!.run],
  ])('is there once: %s, chosen, then “%s”', (signs, then, made, run) => {
    const view = viewOf([completion(() => true), spaceBehind]);
    type(view, signs);
    view.dispatch(completed(view.state, triggerOf(view.state)!, run)!);
    type(view, then);
    expect(view.state.doc.textContent).toBe(made);
    view.destroy();
  });
});

describe('links that are typed to their end', () => {
  const plugins = [typedLinks];
  function typed(text: string) {
    const view = viewOf(plugins);
    type(view, text);
    const { firstChild } = view.state.doc;
    view.destroy();
    return firstChild?.content.content.map(({ text, marks }) => [
      text,
      marks[0]?.attrs['href'] as unknown,
    ]);
  }

  it('link by name, whether or not a document has it', () => {
    expect(typed('to [[Castle]] now')).toEqual([
      ['to ', undefined],
      ['Castle', 'name:Castle'],
      [' now', undefined],
    ]);
    expect(typed('[[Castle|home]]')).toEqual([['home', 'name:Castle']]);
    expect(typed('[[Castle#Old Crypt]]')).toEqual([
      ['Castle › Old Crypt', 'name:Castle#Old%20Crypt'],
    ]);
    expect(typed('[[ ]]')).toEqual([['[[ ]]', undefined]]);
  });

  it('lead to a web page once a space stands behind its address', () => {
    expect(typed('see https://a.example/x ok')).toEqual([
      ['see ', undefined],
      ['https://a.example/x', 'https://a.example/x'],
      [' ok', undefined],
    ]);
  });
});
