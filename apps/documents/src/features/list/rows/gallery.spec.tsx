import { screen, waitFor, within } from '@testing-library/react';
import { answer } from '@tomekeeper/remote-kit/testing';
import type { Document } from '../../documents-api/documents-api';
import { deathHouse, documents, map } from '../../../testing/show-panel';
import { showLibrary } from '../../../testing/show-library';

const PATCH = 'PATCH /api/documents/:id/';
const [page] = documents(1) as [Document];
const strahd: Document = { ...page, id: 'strahd', original_filename: 'Strahd', category: 'person' };
const list = [
  { ...deathHouse, tags: [], category: 'place' as const },
  { ...map, tags: [] },
  { ...strahd, tags: [] },
];

beforeEach(() => localStorage.clear());

async function showGallery(options: Parameters<typeof showLibrary>[0] = {}) {
  const library = await showLibrary({ list, ...options });
  await library.user.click(await screen.findByRole('button', { name: 'Gallery' }));
  return library;
}
const sections = () =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => [
    heading.textContent,
    ...within(heading.closest('section')!)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ]);

it('has sections by category, with titles without extension', async () => {
  await showGallery();
  expect(sections()).toEqual([
    ['People', 'Strahd'],
    ['Places', 'Death House'],
    ['Other', 'Map of Barovia'],
  ]);
});

it('has the same sections for players, by the categories that they see', async () => {
  await showGallery({ role: 'player', list: [map, { ...strahd, category: undefined }] });
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  expect(document.querySelectorAll('[data-layout="gallery"] [data-name] a')).toHaveLength(2);
});

it('draws the initial of a document without a picture', async () => {
  await showGallery();
  const card = screen.getByRole('link', { name: 'Death House' }).closest('li')!;
  expect(within(card).getByRole('img', { name: 'PDF' }).textContent).toBe('D');
});

it('selects across sections in the order of the screen', async () => {
  const { user } = await showGallery();
  await user.click(screen.getByLabelText('Select Strahd'));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByLabelText('Select Death House.pdf'));
  await user.keyboard('{/Shift}');
  const bar = within(await screen.findByRole('group', { name: 'Selected documents' }));
  bar.getByText('2 selected');
  expect(screen.getByLabelText<HTMLInputElement>('Select Death House.pdf').checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Select Map of Barovia.png').checked).toBe(false);
});

it('sets the category of several documents, with Undo', async () => {
  const { user, server, shell } = await showGallery();
  server.on(PATCH, ({ params, body }) => {
    const { category } = body as { category: Document['category'] | null };
    const found = list.find(({ id }) => id === params['id']);
    return answer({ ...found, category: category ?? undefined });
  });
  await user.click(screen.getByLabelText('Select Map of Barovia.png'));
  await user.click(screen.getByLabelText('Select Strahd'));
  await user.click(screen.getByRole('button', { name: 'Category' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Category of 2 documents' }));
  await user.selectOptions(dialog.getByLabelText('Category'), 'Event');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sections()).toEqual([
      ['Places', 'Death House'],
      ['Events', 'Map of Barovia', 'Strahd'],
    ]),
  );
  expect(shell.toasts[0]?.message).toBe('2 documents were categorized.');
  shell.toasts[0]?.action?.run();
  await waitFor(() => expect(sections()).toHaveLength(3));
  expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([
    { category: 'event' },
    { category: 'event' },
    { category: 'person' },
    { category: null },
  ]);
});

it('is filtered by category, and the address has the filter', async () => {
  const { user } = await showGallery();
  await user.selectOptions(screen.getByLabelText('Category'), 'Place');
  expect(sections()).toEqual([['Places', 'Death House']]);
  expect(window.location.search).toBe('?category=place');
});

it('sets the category of one document in its menu', async () => {
  const { user, server } = await showGallery();
  server.on(PATCH, () => answer({ ...list[1], category: 'item' }));
  await user.click(screen.getByRole('button', { name: 'More for Map of Barovia.png' }));
  await user.click(screen.getByRole('menuitem', { name: 'Category…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  await user.selectOptions(dialog.getByLabelText('Category'), 'Item');
  await user.click(save);
  await waitFor(() => expect(sections()).toContainEqual(['Items', 'Map of Barovia']));
});
