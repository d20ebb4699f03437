import { act, fireEvent, render, screen } from '@testing-library/react';
import type { Remote, WidgetProps } from '@tomekeeper/remote-kit';
import { createRemoteLoader } from '../remotes/loader/remote-loader';
import { SearchTools, type SearchShell } from './search-tools';

type Placed = WidgetProps['search.palette'];

/** Renders the tools in a page with a field; the test resolves the remote. */
function show(Palette?: (props: Placed) => React.ReactNode) {
  let arrive: (remote: Remote) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const toasts: string[] = [];
  const reports: unknown[] = [];
  const leavers = new Set<() => void>();
  const entry = {
    id: 'search',
    version: '1',
    base_url: '/remotes/search/1/',
    manifest: { requires: '^1.0', routes: [], nav: [], widgets: ['search.palette'] },
  };
  const loader = createRemoteLoader({
    entries: [entry] as never,
    source: {
      load: () =>
        new Promise((resolve, reject) => {
          arrive = (remote) => resolve({ create: () => remote });
          fail = reject;
        }),
    },
    shell: () => ({}) as never,
    report: (error) => void reports.push(error),
    renewEntries: () => Promise.resolve(),
  });
  const shell = {
    loader,
    ownerOf: () => undefined,
    api: { report: (error: unknown) => void reports.push(error) },
    toasts: { toast: ({ message }: { message: string }) => void toasts.push(message) },
    history: {
      subscribe(listener: () => void) {
        leavers.add(listener);
        return () => leavers.delete(listener);
      },
    },
  } as unknown as SearchShell;
  render(
    <>
      <SearchTools shell={shell} owner="search" isInBar={false} />
      <input aria-label="A field" />
    </>,
  );
  const settled = () => act(async () => void (await new Promise((go) => setTimeout(go, 0))));
  return {
    toasts,
    reports,
    settled,
    async arrive(
      remote: Remote = { routes: [], widgets: Palette && { 'search.palette': Palette } },
    ) {
      await settled();
      arrive(remote);
      await settled();
    },
    async fail() {
      await settled();
      fail(new Error('gone'));
      await settled();
    },
    navigate: () => act(() => leavers.forEach((listener) => listener())),
  };
}

const Field = ({ takeTyped, onClose }: Placed) => (
  <button onClick={onClose}>{`Palette: ${takeTyped()}`}</button>
);
const press = (key: string, more: object = {}, target: Element | Window = window) =>
  fireEvent.keyDown(target, { key, ...more });
const isComing = () => screen.queryByText('Loading search…') !== null;

describe('looking for something', () => {
  it.each([
    ['Ctrl+K', 'k', { ctrlKey: true }],
    ['/', '/', {}],
  ])('begins by %s, and takes what is typed before it is there', async (_keys, key, held) => {
    const { arrive } = show(Field);
    press(key, held);
    expect(isComing()).toBe(true);
    for (const letter of ['i', 'l', 'x']) press(letter);
    press('Backspace');
    press('Enter');
    await arrive();
    expect(screen.getByRole('button', { name: /^Palette/ }).textContent).toBe('Palette: il\n');
  });

  it('begins by Ctrl+K in a field too, where a slash is a letter', () => {
    show(Field);
    expect(press('/', {}, screen.getByLabelText('A field'))).toBe(true);
    expect(isComing()).toBe(false);
    press('k', { ctrlKey: true }, screen.getByLabelText('A field'));
    expect(isComing()).toBe(true);
  });

  it('leaves keys to a page that does something by them, and to a question that must be answered first', () => {
    show(Field);
    const own = (event: Event) => event.preventDefault();
    document.addEventListener('keydown', own);
    press('k', { ctrlKey: true }, document.body);
    document.removeEventListener('keydown', own);
    const question = document.createElement('div');
    question.setAttribute('aria-modal', 'true');
    document.body.append(question);
    press('k', { ctrlKey: true }, document.body);
    question.remove();
    expect(isComing()).toBe(false);
  });

  it('is canceled by Escape while loading, and the page gets the input', () => {
    show(Field);
    press('/');
    expect(press('i')).toBe(false);
    press('Escape');
    expect(isComing()).toBe(false);
    expect(press('i')).toBe(true);
  });

  it('ends when it is closed, and when another page comes', async () => {
    const { arrive, navigate, settled } = show(Field);
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await arrive();
    fireEvent.click(screen.getByText('Palette:'));
    expect(screen.queryByText('Palette:')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await settled();
    expect(screen.getByText('Palette:')).toBeTruthy();
    navigate();
    expect(screen.queryByText('Palette:')).toBeNull();
  });

  it('says that it is not there when its remote does not come, and when it breaks', async () => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { fail, arrive, toasts, reports } = show(() => {
      throw new Error('broken');
    });
    press('/');
    await fail();
    expect(toasts).toEqual(['Search is not available right now. Try again in a moment.']);
    expect(isComing()).toBe(false);
    press('/');
    await arrive();
    expect(toasts).toHaveLength(2);
    expect(reports).toHaveLength(2);
    complaints.mockRestore();
  });
});
