import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, refuse, type FakeAnswer } from '@tomekeeper/remote-kit/testing';
import type { Document } from '../../documents-api/documents-api';
import { deathHouse, documents, map, rowOf, showDocuments } from '../../../testing/show-panel';

const THUMBNAILS = 'GET /api/documents/thumbnails/';
const URL_OF_IT = 'https://files.example/pictures/1?signed';
const MAP = 'Map of Barovia.png';
const picture: Document = { ...map, content_type: 'image/png' };

const picturesIn = (name: string) => rowOf(name).querySelectorAll('img');

async function show(list: readonly Document[], give: FakeAnswer) {
  const panel = await showDocuments({ list });
  panel.server.on(THUMBNAILS, give);
  await panel.viewport.scroll(true);
  return panel;
}

const ready = (id: string) => answer({ thumbnails: [{ id, state: 'ready', url: URL_OF_IT }] });

it('is shown next to the name of a picture instead of the type icon', async () => {
  await show([deathHouse, picture], () => ready(picture.id));
  await waitFor(() => expect(picturesIn(MAP)).toHaveLength(1));
  const [image] = picturesIn(MAP);
  expect(image).toMatchObject({ src: URL_OF_IT, alt: '', width: 40, height: 40 });
  expect(image?.getAttribute('loading')).toBe('lazy');
  within(rowOf(MAP)).getByRole('img', { name: 'Picture' });
  expect(picturesIn('Death House.pdf')).toHaveLength(0);
});

it('is requested in one call for all visible rows with pictures', async () => {
  const pages = documents(60).map((one) => ({ ...one, content_type: 'image/jpeg' }));
  const { server } = await show([deathHouse, ...pages], () => answer({ thumbnails: [] }));
  const asked = () => server.callsTo(THUMBNAILS);
  await waitFor(() => expect(asked()).toHaveLength(2));
  const ids = asked().map(({ query }) => query.get('ids')?.split(','));
  expect(ids.map((some) => some?.length)).toEqual([50, 10]);
  expect(ids.flat().sort()).toEqual(pages.map(({ id }) => id).sort());
});

it('is requested again until it has been created', async () => {
  let calls = 0;
  await show([picture], () => {
    calls += 1;
    return calls < 3
      ? answer({ thumbnails: [{ id: picture.id, state: 'waiting' }] })
      : ready(picture.id);
  });
  await waitFor(() => expect(picturesIn(MAP)).toHaveLength(1), { timeout: 8000 });
  expect(calls).toBe(3);
}, 15_000);

it.each([
  ['none is there', () => answer({ thumbnails: [{ id: picture.id, state: 'none' }] })],
  ['the document is gone', () => refuse(404, 'There is no such document.')],
  [
    'its address is no web address',
    () => answer({ thumbnails: [{ id: picture.id, state: 'ready', url: 'javascript:alert(1)' }] }),
  ],
])('leaves the drawing where %s', async (_, give) => {
  const { server } = await show([picture], give);
  await waitFor(() => expect(server.callsTo(THUMBNAILS)).toHaveLength(1));
  await act(async () => undefined);
  expect(picturesIn(MAP)).toHaveLength(0);
  within(rowOf(MAP)).getByRole('img', { name: 'Picture' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('gives way to the drawing when its address shows nothing', async () => {
  await show([picture], () => ready(picture.id));
  await waitFor(() => expect(picturesIn(MAP)).toHaveLength(1));
  fireEvent.error(picturesIn(MAP)[0]!);
  expect(picturesIn(MAP)).toHaveLength(0);
});
