import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { refuse } from '@tomekeeper/remote-kit/testing';
import { map } from '../../../../testing/show-panel';
import { answerText, fakePassages } from '../../../../testing/fake-text';
import { CONTENT, gm, showViewer } from '../../../../testing/show-viewer';
import { keepPlace, readPlace } from '../../../reader/reading-position/kept-places';
import type { OpenedPdf, PdfPage } from './opened-pdf';

const book = { ...map, original_filename: 'Death House.pdf', content_type: 'application/pdf' };
const openPdf = jest.fn<Promise<OpenedPdf>, [unknown, AbortSignal, () => void]>();
// pdf.js requires a worker and a canvas, which jsdom lacks.
jest.mock('./open-pdf', () => ({
  openPdf: (...asked: Parameters<typeof openPdf>) => openPdf(...asked),
}));

/** Pages of 100 × 200 points. */
function fakePdf(pages: number) {
  const drawn: number[] = [];
  const page = (number: number): PdfPage => ({
    size: { width: 100, height: 200 },
    async draw() {
      drawn.push(number);
      return document.createElement('canvas');
    },
    async write(place) {
      place.append(`Text of page ${number}`);
    },
    leave() {},
  });
  openPdf.mockResolvedValue({ pages, page: async (number) => page(number) });
  return drawn;
}

/** A viewport of 132 × 400 pixels, which shows two pages. */
const layout = [
  ['clientWidth', 132],
  ['clientHeight', 400],
] as const;
const real = layout.map(
  ([name]) => [name, Object.getOwnPropertyDescriptor(Element.prototype, name)] as const,
);

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  for (const [name, value] of layout)
    Object.defineProperty(Element.prototype, name, { configurable: true, get: () => value });
  Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
    if (typeof to !== 'object') return;
    this.scrollTop = to.top ?? 0;
    // Browsers fire scroll events asynchronously.
    setTimeout(() => fireEvent.scroll(this));
  };
  openPdf.mockReset();
});
afterEach(() => {
  for (const [name, before] of real)
    if (before) Object.defineProperty(Element.prototype, name, before);
});

const field = async () => await screen.findByRole<HTMLInputElement>('textbox', { name: 'Page' });
const seen = () =>
  screen.queryAllByRole('group', { name: /^Page \d+$/ }).map((page) => page.ariaLabel);

describe('a PDF', () => {
  it('draws the pages near the window and no others', async () => {
    const drawn = fakePdf(600);
    await showViewer({ list: [book] });
    await screen.findByText('Text of page 1');
    expect((await field()).value).toBe('1');
    expect(Math.max(...drawn)).toBeLessThan(8);
    expect(screen.getByText(/of 600/)).toBeTruthy();
  });

  it('opens at the page of the address, without the pages before it', async () => {
    const drawn = fakePdf(600);
    await showViewer({ list: [book], query: '?page=400' });
    await screen.findByText('Text of page 400');
    expect((await field()).value).toBe('400');
    expect(Math.min(...drawn)).toBeGreaterThan(390);
  });

  it('limits the page of the URL to the document', async () => {
    fakePdf(3);
    await showViewer({ list: [book], query: '?page=9999' });
    expect((await field()).value).toBe('3');
  });

  it('scrolls to a page by number, updates the URL, and reopens there', async () => {
    fakePdf(600);
    const { user, page } = await showViewer({ list: [book] });
    await user.clear(await field());
    await user.type(await field(), '123{Enter}');
    await screen.findByText('Text of page 123');
    expect(seen()).toContain('Page 123');
    await waitFor(() => expect(window.location.search).toBe('?page=123'));
    await waitFor(() => expect(readPlace(gm.id, book.id)?.[0]).toBeCloseTo(123, 1));
    page.unmount();
    window.history.replaceState(null, '', '/');
    await showViewer({ list: [book] });
    await screen.findByText('Text of page 123');
  });

  it('prefers the page of a link to where one was', async () => {
    fakePdf(600);
    keepPlace(gm.id, book.id, [77.5, 0]);
    await showViewer({ list: [book], query: '?page=12' });
    await screen.findByText('Text of page 12');
  });

  it('is sized by keys and buttons, and fits again', async () => {
    fakePdf(3);
    const { user } = await showViewer({ list: [book] });
    await screen.findByText('Text of page 1');
    screen.getByRole('group', { name: /^Pages\./ }).focus();
    await user.keyboard('+');
    expect(screen.getByText('125 %')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Smaller' }));
    expect(screen.getByText('100 %')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Fit width' }));
    expect(screen.getByRole('button', { name: 'Fit width' }).ariaPressed).toBe('true');
  });

  it.each([
    ['locked', 'This PDF is locked with a password.'],
    ['damaged', 'This PDF is damaged.'],
  ])('that is %s says so, and is offered for download', async (trouble, words) => {
    openPdf.mockRejectedValue(Object.assign(new Error(trouble), { trouble }));
    await showViewer({ list: [book] });
    await screen.findByText(words);
    expect(screen.getAllByRole('button', { name: 'Download original' })).toHaveLength(2);
  });

  it('that can not be reached any more is opened again where one was', async () => {
    fakePdf(600);
    const { user } = await showViewer({ list: [book], query: '?page=400' });
    await screen.findByText('Text of page 400');
    act(() => openPdf.mock.lastCall?.[2]());
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await screen.findByText('Text of page 400');
  });
});

describe('a PDF next to its text', () => {
  const withText = { ...book, text_state: 'ready' as const };
  const show = (query = '') =>
    showViewer({
      list: [withText],
      query,
      beforeShown: (server) => answerText(server, { passages: fakePassages(1000) }),
    });
  beforeEach(() => {
    Object.assign(window, { scrollBy: () => undefined, scrollTo: () => undefined });
    Element.prototype.scrollIntoView = () => undefined;
    localStorage.setItem('tomekeeper.reader', JSON.stringify({ shown: 'both' }));
    keepPlace(gm.id, book.id, [48.5, 0]);
    fakePdf(100);
  });

  it('opens at the page of the passage at the top of the text', async () => {
    await show();
    await screen.findByText('Passage 1 of the lantern book.');
    await screen.findByText('Text of page 1');
    expect((await field()).value).toBe('1');
  });

  it('opens at the page of a linked passage', async () => {
    await show(`#p-${fakePassages(300)[295]?.id}`);
    await screen.findByText('Text of page 30');
    expect((await field()).value).toBe('30');
  });

  it('opens at the page of the text after a switch', async () => {
    localStorage.setItem('tomekeeper.reader', JSON.stringify({ shown: 'text' }));
    const { user } = await show();
    await screen.findByText('Passage 1 of the lantern book.');
    await user.click(screen.getByRole('button', { name: 'Both' }));
    await screen.findByText('Text of page 1');
  });
});

describe('printing a PDF', () => {
  const tab = {
    opener: window as unknown,
    closed: false,
    document: document.implementation.createHTMLDocument(),
    location: { replace: jest.fn() },
    close: jest.fn(),
  };
  let open: jest.SpyInstance;
  beforeEach(() => {
    fakePdf(1);
    tab.location.replace.mockClear();
    tab.close.mockClear();
    open = jest.spyOn(window, 'open').mockImplementation(() => tab as unknown as Window);
  });
  afterEach(() => open.mockRestore());

  it('opens it in a tab that the press itself opens', async () => {
    const { user } = await showViewer({ list: [book] });
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith(`http://storage.test/${book.id}?2`),
    );
    expect([tab.opener, tab.document.title]).toEqual([null, 'Death House.pdf']);
  });

  it('says so where the browser holds tabs back', async () => {
    open.mockImplementation(() => null);
    const { user, shell } = await showViewer({ list: [book] });
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    await waitFor(() => expect(shell.toasts[0]?.message).toMatch(/blocked the new tab/));
  });

  it('leaves no tab behind when it can not', async () => {
    const { user, server, shell } = await showViewer({ list: [book] });
    const button = await screen.findByRole('button', { name: 'Print' });
    server.on(CONTENT, () => refuse(503, 'Documents rest for a moment.'));
    await user.click(button);
    await waitFor(() => expect(shell.toasts[0]?.message).toBe('Documents rest for a moment.'));
    expect(tab.close).toHaveBeenCalledTimes(1);
  });
});
