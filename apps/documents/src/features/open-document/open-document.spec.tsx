import { act, screen, waitFor } from '@testing-library/react';
import { answer, held, refuse } from '@tomekeeper/remote-kit/testing';
import { map, rows, showDocuments } from '../../testing/show-panel';

const CONTENT = 'GET /api/documents/:id/content/';
const URL_OF_MAP = 'http://storage.test/map?signed';
const content = { url: URL_OF_MAP, expires_at: '2026-11-20T20:16:00.000Z' };
const other = { ...map, id: 'other', original_filename: 'Other.png' };
const nameButton = () => screen.getByRole('button', { name: 'Map of Barovia.png' });

/** What `window.open` gives, as far as the remote touches it. */
function fakeTab() {
  return {
    opener: window as unknown,
    closed: false,
    wentTo: [] as string[],
    document: document.implementation.createHTMLDocument(),
    location: { replace: (url: string) => void tab.wentTo.push(url) },
    close: () => {
      tab.closed = true;
    },
  };
}
let tab: ReturnType<typeof fakeTab>;
let open: jest.SpyInstance;

beforeEach(() => {
  tab = fakeTab();
  open = jest.spyOn(window, 'open').mockImplementation(() => tab as unknown as Window);
});
afterEach(() => open.mockRestore());

describe('opening a document', () => {
  it('opens a tab in the press itself and leads it to the file', async () => {
    const { user, server } = await showDocuments();
    const later = held();
    server.on(CONTENT, () => later.promise);
    await user.click(nameButton());
    expect(open).toHaveBeenCalledTimes(1);
    expect(tab.opener).toBeNull();
    expect(tab.document.title).toBe('Map of Barovia.png');
    expect(tab.wentTo).toEqual([]);
    await user.click(nameButton());
    expect(open).toHaveBeenCalledTimes(1);

    await act(async () => later.release(answer(content)));
    await waitFor(() => expect(tab.wentTo).toEqual([URL_OF_MAP]));
    expect(server.callsTo(CONTENT).map(({ params }) => params['id'])).toEqual([map.id]);
  });

  it('offers a link where the browser holds tabs back', async () => {
    open.mockImplementation(() => null);
    const { user, server } = await showDocuments();
    server.on(CONTENT, () => answer(content));
    await user.click(nameButton());
    const link = await screen.findByRole('link', { name: 'Open it here' });
    expect(link.getAttribute('href')).toBe(URL_OF_MAP);
  });

  it('closes the tab and says why when it is gone, and looks at the list again', async () => {
    const { user, server, shell } = await showDocuments({ isOwner: false, list: [map, other] });
    server.on(CONTENT, () => refuse(404, 'There is no such document.'));
    server.on('GET /api/documents/', () => answer([other]));
    await user.click(nameButton());
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(shell.toasts).toEqual([{ message: 'There is no such document.', tone: 'error' }]);
    expect(tab.closed).toBe(true);
  });

  it('closes the tab and says why when it can not', async () => {
    const { user, server } = await showDocuments();
    server.on(CONTENT, () => refuse(503, 'Documents rest for a moment.'));
    await user.click(nameButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Documents rest for a moment.');
    expect(tab.closed).toBe(true);
  });

  it('goes nowhere but to the web', async () => {
    const { user, server } = await showDocuments();
    server.on(CONTENT, () => answer({ ...content, url: 'javascript:alert(1)' }));
    await user.click(nameButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Unable to open document.');
    expect(tab.wentTo).toEqual([]);
  });
});
