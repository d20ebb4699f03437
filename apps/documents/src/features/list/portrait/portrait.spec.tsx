import { screen, waitFor, within } from '@testing-library/react';
import { answer } from '@tomekeeper/remote-kit/testing';
import type { Document } from '../../documents-api/documents-api';
import { showLibrary } from '../../../testing/show-library';
import { deathHouse, map } from '../../../testing/show-panel';

const PATCH = 'PATCH /api/documents/:id/';
const IMAGES = 'GET /api/documents/:id/images/';
const THUMBNAILS = 'GET /api/documents/thumbnails/';
const face: Document = { ...map, content_type: 'image/png', tags: [] };
const strahd: Document = {
  ...deathHouse,
  ...{ original_filename: 'Strahd', kind: 'note', tags: [] },
};

/** Elements that are in view at once. */
class SeenAtOnce {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe = () => this.tell([{ isIntersecting: true }]);
  disconnect = () => undefined;
}

beforeEach(() => {
  localStorage.clear();
  Object.assign(globalThis, { IntersectionObserver: SeenAtOnce });
});

async function show(list: Document[]) {
  const library = await showLibrary({ list });
  library.server
    .on(THUMBNAILS, ({ query }) =>
      answer({
        thumbnails: (query.get('ids') ?? '').split(',').map((id) => ({
          ...{ id, state: 'ready', url: `https://files.example/${id}` },
        })),
      }),
    )
    .on(IMAGES, () => answer({ images: [{ id: 'an image', url: 'https://files.example/image' }] }));
  await screen.findByRole('link', { name: 'Strahd' });
  return library;
}
const pictureOf = (name: string) =>
  screen.getByRole('link', { name }).closest('li')?.querySelector('img')?.src;

it('is chosen among the pictures of the campaign and the images of the text, with Undo', async () => {
  const { user, server, shell } = await show([strahd, face]);
  server.on(PATCH, ({ body }) => {
    const { portrait } = body as { portrait: string | null };
    return answer({ ...strahd, ...(portrait && { portrait: { document: portrait } }) });
  });
  await user.click(screen.getByRole('button', { name: 'More for Strahd' }));
  await user.click(screen.getByRole('menuitem', { name: 'Choose portrait…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Portrait of Strahd' }));
  await dialog.findByRole('radio', { name: 'Image 1 of the text' });
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'No portrait' }).checked).toBe(true);
  await user.click(dialog.getByRole('radio', { name: 'Map of Barovia' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(pictureOf('Strahd')).toBe(`https://files.example/${face.id}`));
  expect(shell.toasts[0]?.message).toBe('Strahd was updated with the new portrait.');
  shell.toasts[0]?.action?.run();
  await waitFor(() => expect(pictureOf('Strahd')).toBeUndefined());
  expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([
    { portrait: face.id },
    { portrait: null },
  ]);
});

it('that is an image of the text is loaded from there', async () => {
  const { server } = await show([{ ...strahd, portrait: { image: 'an image' } }, face]);
  await waitFor(() => expect(pictureOf('Strahd')).toBe('https://files.example/image'));
  const [asked] = server.callsTo(IMAGES);
  expect(asked).toMatchObject({ params: { id: strahd.id } });
  expect(asked?.query.get('ids')).toBe('an image');
});

it('that is not in the list shows the icon of the document', async () => {
  await show([{ ...strahd, portrait: { document: 'hidden' } }]);
  expect(pictureOf('Strahd')).toBeUndefined();
});
