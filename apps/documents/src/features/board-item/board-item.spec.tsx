import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  answer,
  createFakeShell,
  fakePerson,
  refuse,
  type FakeAnswer,
} from '@tomekeeper/remote-kit/testing';
import { create } from '../../remote';
import { answerText, fakePassages } from '../../testing/fake-text';
import { FakeViewport } from '../../testing/fake-viewport';
import { campaignId, deathHouse, map } from '../../testing/show-panel';

const ONE = 'GET /api/documents/:id/';
const PASSAGES = 'GET /api/documents/:id/passages/';
const SHOW = 'POST /api/documents/:id/show/';
const [, passage] = fakePassages(2);

interface Options {
  document?: string;
  passage?: string;
  isPicture?: boolean;
  one?: FakeAnswer;
}

async function open({ document = deathHouse.id, one, ...item }: Options = {}) {
  const viewport = new FakeViewport();
  viewport.install();
  const shell = createFakeShell({ session: { status: 'signed-in', user: fakePerson('Mina') } });
  const { server } = shell;
  answerText(server, { passages: fakePassages(3) });
  server
    .on(
      ONE,
      one ??
        (({ params }) => {
          const found = [deathHouse, map].find(({ id }) => id === params['id']);
          return found ? answer(found) : refuse(404, 'None.');
        }),
    )
    .on('GET /api/campaigns/:id/', () =>
      answer({ people: [{ id: 'pia', name: 'Pia', role: 'player' }] }),
    )
    .on('GET /api/documents/shown/', () => answer({ shown: null, showing: [] }))
    .on('GET /api/documents/thumbnails/', () => answer({ thumbnails: [] }))
    .on('POST /api/documents/spoiler-check/', () => answer({ names: [] }))
    .on(SHOW, () => answer({}));
  const BoardItem = create(shell).widgets?.['documents.board-item'];
  if (!BoardItem) throw new Error('The remote does not bring its widget.');
  const onRemove = jest.fn();
  render(<BoardItem {...{ campaignId, document, onRemove, people: [] }} {...item} />);
  await waitFor(() => expect(viewport.thresholds).toHaveLength(1));
  return { shell, server, viewport, onRemove, user: userEvent.setup() };
}

const button = (name: string) => screen.findByRole('button', { name });

it('loads when it is near the viewport', async () => {
  const { server, viewport } = await open();
  expect(server.callsTo(`GET /api/documents/${deathHouse.id}/`)).toEqual([]);
  await viewport.scroll(true);
  const title = await screen.findByRole('link', { name: 'Death House' });
  expect(title.getAttribute('href')).toBe(`/campaigns/${campaignId}/library/${deathHouse.id}`);
  screen.getByText('Spoilers');
  await viewport.scroll(false);
  screen.getByRole('link', { name: 'Death House' });
});

it.each([
  ['Show', 'Show and reveal'],
  ['Show without keeping', 'Show without keeping'],
])('asks how to %s a hidden document, with the choice made', async (words, choice) => {
  const { viewport, user } = await open();
  await viewport.scroll(true);
  await user.click(await button(`${words}: Death House`));
  const chosen = await screen.findByRole('radio', { name: new RegExp(`^${choice}`) });
  expect(chosen).toHaveProperty('checked', true);
  expect(document.activeElement).toBe(chosen);
});

it('shows a public document at once, and offers nothing else', async () => {
  const { viewport, user, server } = await open({ document: map.id, isPicture: true });
  await viewport.scroll(true);
  await user.click(await button('Show: Map of Barovia'));
  await waitFor(() => expect(server.callsTo(SHOW)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /^Show without/ })).toBeNull();
});

it('shows a passage with its text and audience, temporarily', async () => {
  const { viewport, user, server } = await open({ passage: passage!.id });
  await viewport.scroll(true);
  await screen.findByText(passage!.text);
  screen.getByText('GM only');
  const title = screen.getByRole('link', { name: 'Death House' });
  expect(title.getAttribute('href')).toContain(`#p-${passage!.id}`);
  await user.click(await button('Show without keeping: a passage of Death House'));
  const [confirm] = await screen.findAllByRole('button', { name: 'Show without keeping' });
  await screen.findByRole('checkbox', { name: 'Pia' });
  await user.click(confirm!);
  await waitFor(() =>
    expect(server.callsTo(SHOW).map(({ body }) => body)).toEqual([
      { keep: false, players: ['pia'], passages: [passage!.id] },
    ]),
  );
});

it.each([
  ['document', { document: 'gone' }],
  ['passage', { passage: 'gone' }],
])('says that a %s is no longer there, and removes it', async (what, item) => {
  const { viewport, user, onRemove } = await open(item);
  await viewport.scroll(true);
  await screen.findByText(`This ${what} was deleted, or you cannot see it.`);
  await user.click(await button('Remove from the board'));
  expect(onRemove).toHaveBeenCalledTimes(1);
});

it('disappears with the document, and follows its title', async () => {
  let renamed: object = deathHouse;
  const { viewport, shell, server } = await open({ one: () => answer(renamed) });
  await viewport.scroll(true);
  await screen.findByRole('link', { name: 'Death House' });
  renamed = { ...deathHouse, original_filename: 'Durst Manor.pdf' };
  const change = { kind: 'documents', campaign: campaignId, id: deathHouse.id };
  await act(async () => shell.hints.give(change));
  await screen.findByRole('link', { name: 'Durst Manor' });
  server.on(ONE, () => refuse(404, 'None.'));
  await act(async () => shell.hints.give(change));
  await screen.findByText(/was deleted/);
});

it.each([
  ['the document', ONE, {}],
  ['a passage', PASSAGES, { passage: passage!.id }],
])('explains a failure of %s, and tries again', async (_, call, item) => {
  const { viewport, user, server } = await open(item);
  let fails = true;
  const text = fakePassages(3);
  server.on(call, () =>
    fails
      ? refuse(503, 'Please try again.')
      : answer(call === ONE ? deathHouse : { passages: text, at: 0, total: 3 }),
  );
  await viewport.scroll(true);
  await screen.findByText('Please try again.');
  fails = false;
  await user.click(await button('Retry'));
  await screen.findByRole('link', { name: 'Death House' });
});
