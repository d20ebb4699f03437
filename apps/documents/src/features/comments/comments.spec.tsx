import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, cutOff, fillIn, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { answerText, fakePassages } from '../../testing/fake-text';
import { showLibrary } from '../../testing/show-library';
import { campaignId, map } from '../../testing/show-panel';
import { gm as mina, showViewer } from '../../testing/show-viewer';
import type { Comment } from './comments-api';

const note = { ...map, kind: 'note', original_filename: 'A letter', text_state: 'ready' };
const gmNote = { ...note, is_spoilers: true, tags: [], pinned: false };
const withHandout = { ...gmNote, handouts: 1 };
const tom = '00000000-0000-4000-8000-00000000000a';
const passages = fakePassages(3);
const [, first, second] = passages.map(({ id }) => id) as [string, string, string];
const COMMENTS = '/api/documents/:id/comments/';
const READ = 'PUT /api/documents/:id/read/';
const COMMENT = `${COMMENTS}:comment/`;

beforeEach(() => {
  Object.assign(window, { innerHeight: 600, scrollBy: () => undefined, scrollTo: () => undefined });
  Element.prototype.scrollIntoView = () => undefined;
});

const comment = (text: string, more: Partial<Comment> = {}): Comment => ({
  ...{ id: text, passage: first, text, author: tom, created_at: '2026-11-20T20:15:00.000Z' },
  ...{ can_edit: false, can_delete: false },
  ...more,
});
const own = { author: mina.id, can_edit: true, can_delete: true };

interface Shown {
  comments?: Comment[];
  state?: 'on' | 'off';
  document?: typeof note;
  query?: string;
  audience?: string;
}

async function showComments(shown: Shown = {}) {
  const { comments = [], state = 'on', document = note, query = '', audience } = shown;
  const stored = [...comments];
  const result = await showViewer({
    ...{ list: [document], query },
    beforeShown: (server) =>
      answerText(server, {
        passages: passages.map((one) => ({ ...one, ...(audience && { audience }) })),
      }),
    answers: {
      [`GET ${COMMENTS}`]: () =>
        answer({ comments_state: state, comments: state === 'on' ? stored : [] }),
      [`POST ${COMMENTS}`]: ({ body }) => {
        const created = comment((body as Comment).text, { ...own, ...(body as Comment) });
        stored.push(created);
        return answer(created, 201);
      },
      [READ]: () => answer({}),
      'GET /api/campaigns/:id/': () =>
        answer({
          ...{ id: campaignId, title: 'Curse of Strahd', owner: 'o' },
          people: [
            { id: mina.id, name: 'Mina', role: 'player' },
            { id: tom, name: 'Tom', role: 'player' },
          ],
        }),
    },
  });
  await screen.findByText('Passage 2 of the lantern book.');
  return { ...result, stored };
}
const mark = (count: string) => screen.findByRole('button', { name: `${count} on this passage` });
const panel = () => screen.findByRole('dialog', { name: 'Comments' });
async function openMenu(user: Awaited<ReturnType<typeof showComments>>['user'], passage: string) {
  act(() => document.getElementById(`p-${passage}`)!.focus());
  await user.click(await screen.findByRole('button', { name: 'This passage' }));
}

it('marks passages with comments, and shows them with author and time', async () => {
  const { user } = await showComments({
    comments: [
      comment('Who is he?\nStrahd?'),
      comment('No.', {
        author: undefined,
        is_former_member: true,
        edited_at: '2026-11-21T00:00:00Z',
      }),
      comment('Who?', { author: undefined, is_imported: true, imported_author: 'Zed' }),
      comment('There', { passage: second, ...own }),
    ],
  });
  await mark('1 comment');
  const opener = await mark('3 comments');
  await user.click(opener);
  await within(await panel()).findByText('Tom');
  const rows = within(await panel()).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Tom .*Who is he\?\nStrahd\?$/),
    expect.stringMatching(/^Former member .*\(edited\)No\.$/),
    expect.stringMatching(/^Zed \(imported\) .*Who\?$/),
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it('sends a comment from the menu of a passage', async () => {
  const { user, server } = await showComments();
  await openMenu(user, second);
  await user.click(screen.getByRole('menuitem', { name: 'Comment' }));
  const dialog = within(await panel());
  const field = dialog.getByRole('textbox', { name: 'Comment' });
  expect(document.activeElement).toBe(field);
  expect(dialog.getByText(/everyone who sees this passage read it/)).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  await fillIn(user, field, 'Aha');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await dialog.findByRole('listitem')).toHaveProperty(
    'textContent',
    expect.stringMatching(/^You .*Aha/),
  );
  expect(field).toHaveProperty('value', '');
  expect(server.callsTo(`POST ${COMMENTS}`).map(({ body }) => body)).toEqual([
    { passage: second, text: 'Aha', idempotency_key: expect.any(String) },
  ]);
});

it('keeps unsent text and its key, also after an error', async () => {
  const { user, server } = await showComments({ comments: [comment('Hm')] });
  server.on(`POST ${COMMENTS}`, () => cutOff());
  await user.click(await mark('1 comment'));
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Aha');
  const send = () => user.click(screen.getByRole('button', { name: 'Send' }));
  await send();
  await within(await panel()).findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await mark('1 comment'));
  const field = await screen.findByRole('textbox', { name: 'Comment' });
  expect(field).toHaveProperty('value', 'Aha');
  await send();
  await user.type(field, '!');
  await send();
  const keys = server
    .callsTo(`POST ${COMMENTS}`)
    .map(({ body }) => (body as { idempotency_key: string }).idempotency_key);
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 2]);
});

it('edits and deletes own comments, after a confirmation', async () => {
  const { user, server, stored } = await showComments({
    comments: [comment('Mine', own), comment('Of Tom')],
  });
  server
    .on(`PATCH ${COMMENT}`, ({ body, params }) => {
      const changed = { ...stored[0]!, ...(body as object), edited_at: '2026-11-21T00:00:00Z' };
      expect(params['comment']).toBe('Mine');
      stored[0] = changed;
      return answer(changed);
    })
    .on(`DELETE ${COMMENT}`, () => {
      stored.shift();
      return noContent();
    });
  await user.click(await mark('2 comments'));
  const dialog = within(await panel());
  expect(dialog.getAllByRole('button', { name: 'Edit' })).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Edit' }));
  const field = dialog.getByRole('textbox', { name: 'Edit comment' });
  await user.clear(field);
  await fillIn(user, field, 'Changed');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Changed');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  const confirm = within(await screen.findByRole('dialog', { name: 'Delete this comment?' }));
  await user.click(confirm.getByRole('button', { name: 'Delete comment' }));
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull());
  expect(await dialog.findByText('Of Tom')).toBeTruthy();
});

it('tells game masters that only they read a comment, and lets them delete all comments', async () => {
  const { user } = await showComments({
    document: gmNote,
    comments: [comment('Hm', { can_delete: true })],
    audience: 'gm',
  });
  await user.click(await mark('1 comment'));
  const dialog = within(await panel());
  expect(dialog.getByText('Only game masters read it.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Delete' })).toBeTruthy();
});

it('tells game masters that readers of handouts do not read it', async () => {
  const { user } = await showComments({
    document: withHandout,
    comments: [comment('Hm', { handout: second, can_delete: true })],
    audience: 'party',
  });
  await user.click(await mark('1 comment'));
  const dialog = within(await panel());
  expect(dialog.getByText(/Readers of its handouts do not/)).toBeTruthy();
  expect(dialog.getByText(/in a handout/)).toBeTruthy();
});

it('is only read while a game master views as a player', async () => {
  const { user, server } = await showComments({
    query: '?as=party',
    comments: [comment('Hm', { can_delete: true, can_edit: true })],
  });
  await user.click(await mark('1 comment'));
  const dialog = within(await panel());
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close']);
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(server.callsTo(`GET ${COMMENTS}`)[0]).toMatchObject({ viewAs: 'party' });
});

it('is not offered while comments are off', async () => {
  const { user } = await showComments({ state: 'off' });
  await openMenu(user, first);
  expect(screen.queryByRole('menuitem', { name: 'Comment' })).toBeNull();
});

it('closes when its passage is hidden', async () => {
  const { user, shell, server } = await showComments({ comments: [comment('Hm')] });
  await user.click(await mark('1 comment'));
  await panel();
  answerText(server, { passages: passages.filter(({ id }) => id !== first) });
  act(() => shell.hints.give({ kind: 'documents', campaign: campaignId, id: note.id }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.textContent).not.toContain('Passage 1 of the lantern book.');
});

it('appears when another member writes, and not for changes of other documents', async () => {
  const { shell, server, stored } = await showComments();
  const give = (id: string) =>
    act(() => shell.hints.give({ kind: 'comments', campaign: campaignId, id }));
  await waitFor(() => expect(server.callsTo(`GET ${COMMENTS}`)).toHaveLength(1));
  stored.push(comment('New'));
  give(tom);
  expect(server.callsTo(`GET ${COMMENTS}`)).toHaveLength(1);
  give(note.id);
  await mark('1 comment');
});

it('opens from a link to the comments of a passage', async () => {
  await showComments({ comments: [comment('Hm')], query: `?comments=${first}` });
  expect(await within(await panel()).findByText('Hm')).toBeTruthy();
});

it('is recorded as read by game masters, if others wrote it', async () => {
  const { server, shell, stored } = await showComments({
    document: gmNote,
    comments: [comment('Mine', own)],
  });
  await mark('1 comment');
  expect(server.callsTo(READ)).toHaveLength(0);
  stored.push(comment('Of Tom'));
  act(() => shell.hints.give({ kind: 'comments', campaign: campaignId, id: note.id }));
  await mark('2 comments');
  await waitFor(() => expect(server.callsTo(READ)).toHaveLength(1));
});

it('is recorded as read together with new passages by players', async () => {
  const { server, shell, stored } = await showComments();
  await waitFor(() => expect(server.callsTo(READ)).toHaveLength(1));
  stored.push(comment('Of Tom'));
  act(() => shell.hints.give({ kind: 'comments', campaign: campaignId, id: note.id }));
  await waitFor(() => expect(server.callsTo(READ)).toHaveLength(2));
});

it('is turned off and on by game masters in the library', async () => {
  const { user, server } = await showLibrary();
  const box = await screen.findByRole('checkbox', { name: 'Players and game masters can comment' });
  await waitFor(() => expect(box).toHaveProperty('checked', true));
  await user.click(box);
  await waitFor(() => expect(box).toHaveProperty('checked', false));
  server.on('PUT /api/documents/comments/settings/', () => refuse(403, 'Only a game master may.'));
  await user.click(box);
  await screen.findByRole('alert');
  expect(box).toHaveProperty('checked', false);
});
