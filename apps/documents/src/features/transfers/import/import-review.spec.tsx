import { screen, waitFor, within } from '@testing-library/react';
import { answer, fillIn, refuse } from '@tomekeeper/remote-kit/testing';
import { campaignId } from '../../../testing/show-panel';
import { showTransfers } from '../../../testing/show-transfers';
import { FakeViewport } from '../../../testing/fake-viewport';

const REVISE = 'PATCH /api/imports/:id/';
const id = 'b0000000-0000-4000-8000-000000000001';
const summary = {
  ...{ id, campaign: campaignId, file_name: 'Vault.zip', format: 'obsidian' },
  ...{ state: 'review', progress: 1, created_at: '2026-11-29T10:00:00.000Z' },
};
const counts = {
  ...{ notes: 2, files: 0, unchanged: 0, changed: 0, edited: 0, problems: 0, unresolved: 0 },
};
const item = (number: number, title: string, change: object = {}) => ({
  ...{ number, kind: 'note', path: `Places/${title}.md`, title, tags: ['Places', 'old'] },
  ...{ folder_tag: 'Places', is_spoilers: true, action: 'add', passages: 3, ...change },
});

beforeEach(() => new FakeViewport().install());

async function showReview(sections: object[] = []) {
  const review = {
    sections,
    counts,
    room: 100,
    items: [item(1, 'Mill'), item(2, 'Inn')],
    problems: [],
  };
  const shown = await showTransfers({
    page: 'import',
    opened: id,
    serve: (server) =>
      server
        .on('GET /api/imports/:id/', () => answer({ ...summary, review }))
        .on(REVISE, () => answer(summary)),
  });
  await screen.findByRole('button', { name: 'Import 2 documents' });
  const sent = () => shown.server.callsTo(REVISE).map(({ body }) => body);
  const opener = (title: string) => screen.getByRole('button', { name: `${title} , change` });
  return { ...shown, sent, opener };
}

it('brings the earlier values of an opened row back', async () => {
  const { user, sent, opener } = await showReview();
  await user.click(opener('Mill'));
  const form = within(screen.getByRole('form', { name: 'Change Mill' }));
  const undo = form.getByRole<HTMLButtonElement>('button', { name: 'Undo changes' });
  expect(undo.disabled).toBe(true);
  await user.selectOptions(form.getByLabelText('Audience'), 'Public');
  await user.clear(form.getByLabelText('Title'));
  await fillIn(user, form.getByLabelText('Title'), 'Ford');
  await user.click(undo);
  expect(form.getByLabelText<HTMLInputElement>('Title').value).toBe('Mill');
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent().at(-1)).toEqual({
    items: [1],
    set: {
      ...{ title: 'Mill', tags: ['Places', 'old'], category: null },
      ...{ is_spoilers: true, reveal_read_aloud: false },
    },
  });
  await waitFor(() => expect(undo.disabled).toBe(true));
});

it('saves the focused field on Escape, and returns the focus', async () => {
  const { user, sent, opener } = await showReview();
  await user.click(opener('Mill'));
  await user.type(screen.getByLabelText('Title'), ' Pond{Escape}');
  expect(screen.queryByRole('form')).toBeNull();
  await waitFor(() => expect(sent()).toEqual([{ items: [1], set: { title: 'Mill Pond' } }]));
  expect(document.activeElement?.textContent).toContain('Mill Pond');
});

it('adds tags to the ones of each document', async () => {
  const { user, sent } = await showReview();
  await user.click(screen.getByRole('button', { name: 'Change all in Places' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...['Import all', 'Skip all', 'Make all GM only', 'Make all Public'],
    ...['Set category…', 'Add tags…', 'Replace tags…'],
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Add tags…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add tags to 2 documents' }));
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add' });
  expect(add.disabled).toBe(true);
  await fillIn(user, dialog.getByLabelText('Tags'), 'act 1');
  await user.click(add);
  await waitFor(() => expect(sent()).toEqual([{ items: [1, 2], set: { add_tags: ['act 1'] } }]));
  expect(screen.getAllByText(/#Places · #old · #act 1/)).toHaveLength(2);
});

it('turns tags of folders off for all documents', async () => {
  const { user, sent } = await showReview();
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Folders become tags/ });
  expect(box.checked).toBe(true);
  await user.click(box);
  await waitFor(() => expect(sent()).toEqual([{ items: [1, 2], set: { folder_tags: false } }]));
  expect(box.checked).toBe(false);
  expect(screen.queryByText(/#Places/, { selector: 'li *' })).toBeNull();
});

it('leaves out sections of an archive, and restores the choice that was not saved', async () => {
  const { user, sent, server, shell } = await showReview([
    { section: 'comments', count: 1200, is_skipped: false },
    { section: 'ledger', count: 3, is_skipped: true },
    { section: 'characters', count: 4, is_skipped: false },
  ]);
  const group = within(screen.getByRole('group', { name: 'Also in this archive' }));
  expect(group.getAllByRole('checkbox')).toHaveLength(2);
  const comments = group.getByRole<HTMLInputElement>('checkbox', { name: 'Comments (1,200)' });
  const ledger = group.getByRole<HTMLInputElement>('checkbox', { name: /^Ledger/ });
  expect([comments.checked, ledger.checked]).toEqual([true, false]);
  await user.click(comments);
  const change = { items: [], set: {} };
  await waitFor(() =>
    expect(sent()).toEqual([{ ...change, skipped_sections: ['ledger', 'comments'] }]),
  );
  expect(comments.checked).toBe(false);
  server.on(REVISE, () => refuse(409, 'document.import_changed'));
  await user.click(ledger);
  await waitFor(() => expect(shell.toasts).toHaveLength(1));
  expect(ledger.checked).toBe(false);
});
