import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, createFakeShell, fakePerson } from '@tomekeeper/remote-kit/testing';
import { create } from '../../remote';
import { fakePassages } from '../../testing/fake-text';
import { campaignId, documents, map } from '../../testing/show-panel';
import type { Document } from '../documents-api/documents-api';
import type { Passage } from '../documents-api/passages-api';

const LIST = 'GET /api/documents/';
const TEXT = 'GET /api/documents/:id/passages/';
const [first, second] = documents(2) as [Document, Document];
const note = (document: Document, title: string, change: Partial<Document> = {}): Document => ({
  ...document,
  ...{ kind: 'note', original_filename: title, tags: [], pinned: false },
  ...change,
});
const mill = note(first, 'Mill', { tags: ['places/north'] });
const harbor = note(second, 'Harbor', { is_spoilers: true });

const PIA = 'a0000000-0000-4000-8000-000000000001';

const print = jest.fn();
beforeEach(() => {
  print.mockReset();
  Object.assign(window, { print });
});

interface Given {
  role?: 'owner' | 'player';
  query?: string;
  passages?: Passage[];
}

async function show({ role = 'owner', query = '', passages = fakePassages(3) }: Given = {}) {
  const path = `/campaigns/${campaignId}/print${query}`;
  window.history.replaceState(null, '', path);
  const shell = createFakeShell({
    path,
    params: { id: campaignId },
    session: { status: 'signed-in', user: fakePerson('Ann') },
  });
  const people = [{ id: PIA, name: 'Pia Reed', role: 'player' }];
  shell.server
    .on('GET /api/campaigns/:id/', () => answer({ title: 'Curse of Strahd', role, people }))
    .on(LIST, ({ viewAs }) => answer(viewAs ? [mill] : [harbor, mill, map]))
    .on(TEXT, ({ query: asked }) => {
      const at = Number(asked.get('from'));
      const page = passages.slice(at, at + Number(asked.get('limit')));
      return answer({ passages: page, at, total: passages.length });
    });
  const found = create(shell).routes.find((one) => one.path === '/campaigns/:id/print');
  if (!found) throw new Error('The remote has no page to print.');
  await found.load?.();
  render(<found.Page />);
  await screen.findByRole('button', { name: 'Print or save as PDF' });
  return { shell, server: shell.server, user: userEvent.setup() };
}

const paper = () => document.querySelector('.paper');
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Print or save as PDF' }));

it('prints everything for a GM, with titles in order and audiences in words', async () => {
  const secret = fakePassages(3).map((one, at) => ({
    ...one,
    ...(at === 1 && { audience: 'gm' }),
    ...(at === 2 && { audience: 'players', players: [PIA] }),
  }));
  await show({ passages: secret });
  expect(screen.getByText(/^2 documents. One file without text is left out/)).toBeTruthy();
  press();
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const titles = [...paper()!.querySelectorAll('article > h1')].map((one) => one.textContent);
  expect(titles).toEqual(['Harbor', 'Mill']);
  await waitFor(() => {
    const marks = [...paper()!.querySelectorAll('article:last-child .audience')];
    expect(marks.map((one) => one.textContent)).toEqual(['GM only', 'Pia Reed']);
  });
  const [link] = paper()!.querySelectorAll('.contents a[href^="#print-1"]');
  expect(document.getElementById(link!.getAttribute('href')!.slice(1))?.textContent).toContain(
    'Chapter 1',
  );
  fireEvent(window, new Event('afterprint'));
  await waitFor(() => expect(paper()).toBeNull());
});

it('requests a copy for players as the party, and never mixes it with the own list', async () => {
  const { server, user } = await show();
  await user.selectOptions(screen.getByLabelText('Copy'), 'players');
  await screen.findByText('One document.');
  press();
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(server.callsTo(TEXT).map(({ viewAs }) => viewAs)).toEqual(['party']);
  expect(server.callsTo(LIST).map(({ viewAs }) => viewAs)).toEqual([undefined, 'party']);
  expect(paper()?.textContent).not.toContain('Harbor');
  expect(paper()?.textContent).not.toContain('game masters');
});

it('offers players their own copy only', async () => {
  const { server } = await show({ role: 'player' });
  expect(screen.queryByLabelText('Copy')).toBeNull();
  press();
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(paper()?.querySelector('.audience')).toBeNull();
  expect(server.callsTo(TEXT).every(({ viewAs }) => viewAs === undefined)).toBe(true);
});

it('prints the documents of the link, and those of a tag', async () => {
  const { server, user } = await show({ query: `?documents=${harbor.id}` });
  expect(screen.getByLabelText<HTMLInputElement>('Harbor').checked).toBe(true);
  await user.selectOptions(screen.getByLabelText('What to print'), 'tag');
  await user.click(screen.getByLabelText('Table of contents'));
  press();
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(server.callsTo(TEXT)).toHaveLength(1);
  expect(paper()?.querySelector('article > h1')?.textContent).toBe('Mill');
  expect(paper()?.querySelector('.contents')).toBeNull();
});

it('prints at most 3,000 passages, and says how to continue', async () => {
  await show({ passages: fakePassages(1_600) });
  press();
  const message = await screen.findByRole('alert');
  expect(message.textContent).toMatch(/more than 3,000 passages.*Choose fewer documents/);
  expect(print).not.toHaveBeenCalled();
  expect(paper()).toBeNull();
});

it('does not print text that was loaded before a change', async () => {
  const { shell, server } = await show();
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  server.on(TEXT, async () => {
    await gate;
    return answer({ passages: fakePassages(3), at: 0, total: 3 });
  });
  press();
  await waitFor(() => expect(server.callsTo(TEXT)).toHaveLength(1));
  await act(async () => shell.hints.give({ kind: 'documents', campaign: campaignId, id: mill.id }));
  release();
  await screen.findByText(/^Something changed/);
  expect(print).not.toHaveBeenCalled();
});
