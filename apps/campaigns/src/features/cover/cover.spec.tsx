import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { answer, fakeStorage, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { MAX_MEGABYTES } from './use-cover';
import { gm, lucy, showCampaign, showPage, strahd } from '../../testing/show-page';

const COVER = 'GET /api/documents/covers/:id/';
const COVERS = 'GET /api/documents/covers/';
const url = (signed: string, picture = '1') =>
  `https://files.example/pictures/${picture}?${signed}`;
const imagesOf = (root: ParentNode) =>
  [...root.querySelectorAll('img')].map((image) => image.getAttribute('src'));

const puts = fakeStorage();
const put = () =>
  waitFor(() => {
    const [first] = puts;
    if (!first) throw new Error('Nothing was sent.');
    return first;
  });

const photograph = (type = 'image/jpeg', size = 100) => {
  const file = new File(['x'], 'photograph.jpg', { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

it('has the bound of the service', () =>
  expect(MAX_MEGABYTES).toBe(DOCUMENT_LIMITS.coverMegabytes));

describe('on the cards', () => {
  async function showHome(give: () => Response) {
    const page = showPage('/home', { session: { status: 'signed-in', user: gm } });
    page.server.on('GET /api/campaigns/', () => answer([strahd]));
    page.server.on(COVERS, give);
    page.show();
    await screen.findByText('Curse of Strahd');
    return page;
  }
  const card = () => screen.getByRole('link', { name: /Curse of Strahd/ });

  it('replaces the drawn cover, is decorative, and is requested once for all', async () => {
    const { server } = await showHome(() =>
      answer({ covers: [{ campaign: strahd.id, url: url('a') }] }),
    );
    await waitFor(() => expect(imagesOf(card())).toEqual([url('a')]));
    expect(card().querySelector('img')?.alt).toBe('');
    expect(card().querySelector('svg')).toBeTruthy();
    expect(server.callsTo(COVERS)).toHaveLength(1);
  });

  it.each([
    ['there is none', () => answer({ covers: [] })],
    ['the request fails', () => refuse(404, 'There is nothing at this address.')],
    [
      'its address is no web address',
      () => answer({ covers: [{ campaign: strahd.id, url: 'data:x' }] }),
    ],
  ])('is drawn where %s', async (_, give) => {
    const { server } = await showHome(give);
    await waitFor(() => expect(server.callsTo(COVERS)).toHaveLength(1));
    expect(imagesOf(card())).toEqual([]);
    expect(card().querySelector('svg')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is drawn again when its address shows nothing', async () => {
    await showHome(() => answer({ covers: [{ campaign: strahd.id, url: url('a') }] }));
    await waitFor(() => expect(imagesOf(card())).toHaveLength(1));
    fireEvent.error(card().querySelector('img')!);
    expect(imagesOf(card())).toEqual([]);
  });
});

describe('on the campaign’s page', () => {
  async function showSection(person = gm, first: object = {}) {
    const page = showCampaign(person);
    page.server.on(COVER, () => answer(first));
    page.show();
    const title = await screen.findByRole('heading', { name: 'Cover' });
    return { ...page, section: within(title.closest('section')!) };
  }
  const files = () => screen.getByLabelText<HTMLInputElement>('Picture for the cover');

  it('is only shown to players', async () => {
    await showSection(lucy, { url: url('a') });
    await waitFor(() => expect(imagesOf(document)).toContain(url('a')));
    expect(screen.queryByLabelText('Picture for the cover')).toBeNull();
    expect(screen.queryByRole('button', { name: /picture/ })).toBeNull();
  });

  it('is uploaded by a GM directly to storage, and re-encoded there', async () => {
    const { server, section } = await showSection();
    server.on('POST /api/documents/presign/', () =>
      answer({
        upload_url: 'https://files.example/put',
        key: 'k',
        headers: { 'content-type': 'image/jpeg' },
      }),
    );
    server.on('POST /api/documents/covers/', () => answer({ chosen: 'waiting' }));
    fireEvent.change(files(), { target: { files: [photograph()] } });
    const sending = await put();
    expect(sending).toMatchObject({ method: 'PUT', url: 'https://files.example/put' });
    await sending.answer(200);
    await section.findByRole('button', { name: 'Making the cover…' });
    expect(server.callsTo('POST /api/documents/covers/')[0]?.body).toEqual({
      campaign: strahd.id,
      s3_key: 'k',
    });
    server.on(COVER, () => answer({ chosen: 'ready', url: url('b') }));
    await waitFor(() => expect(imagesOf(document)).toEqual([url('b')]), { timeout: 8000 });
    section.getByText('Your players see the new cover now.');

    server.on('DELETE /api/documents/covers/:id/', () => noContent());
    fireEvent.click(section.getByRole('button', { name: 'Use the drawn one' }));
    await section.findByText('The cover is drawn from the title again.');
    expect(imagesOf(document)).toEqual([]);
  }, 15_000);

  it.each([
    ['holds no picture', photograph('image/svg+xml'), /Choose a PNG, JPEG, WebP, GIF or AVIF/],
    ['is too large', photograph('image/png', 11 * 1024 * 1024), /at most 10 MB/],
  ])('says at once that a file %s', async (_, file, words) => {
    const { section } = await showSection();
    fireEvent.change(files(), { target: { files: [file] } });
    expect((await section.findByRole('alert')).textContent).toMatch(words);
    expect(puts).toHaveLength(0);
  });

  it('reports an unsupported picture after the upload, and keeps the old cover', async () => {
    const { section } = await showSection(gm, { url: url('a'), chosen: 'refused' });
    expect((await section.findByRole('alert')).textContent).toContain('not a supported picture');
    expect(imagesOf(document)).toEqual([url('a')]);
  });

  it('says that it could not be sent', async () => {
    const { server, section } = await showSection();
    server.on('POST /api/documents/presign/', () =>
      answer({ upload_url: 'https://files.example/put', key: 'k', headers: {} }),
    );
    fireEvent.change(files(), { target: { files: [photograph()] } });
    await (await put()).breakOff();
    expect((await section.findByRole('alert')).textContent).toContain(
      'Could not upload the picture',
    );
  });
});
