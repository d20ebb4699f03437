import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ShellProvider } from '@tomekeeper/remote-kit';
import { createFakeShell } from '@tomekeeper/remote-kit/testing';
import { ImagesOf } from './passage-images';
import { PassageContent } from './passage-view';
import type { Passage, PassagesApi } from '../../documents-api/passages-api';

const CAMPAIGN = 'campaign';
const picture = (image: string): Passage => ({
  id: 'passage',
  kind: 'image',
  depth: 0,
  text: 'A map',
  content: { image, width: 300, height: 100 },
});

type Answer = Awaited<ReturnType<PassagesApi['images']>>;

/** Renders a picture with a sequence of responses. */
function showPicture(...answers: (() => Answer | Promise<Answer>)[]) {
  const shell = createFakeShell();
  const asked: string[] = [];
  const api = {
    async images([id = '']: readonly string[]) {
      asked.push(id);
      return answers.shift()?.() ?? [];
    },
  } as unknown as PassagesApi;
  const of = (image: string) => (
    <ShellProvider value={shell}>
      <ImagesOf api={api} campaign={CAMPAIGN}>
        <PassageContent passage={picture(image)} />
      </ImagesOf>
    </ShellProvider>
  );
  const { rerender } = render(of('one'));
  return { shell, asked, change: (image: string) => rerender(of(image)) };
}
const at = (url: string) => () => [
  { id: url.replace(/\?.*/, ''), url: `http://storage.test/${url}` },
];
const fail = () => {
  throw new Error('The line is cut.');
};
const src = () => screen.getByRole<HTMLImageElement>('img').src;

it('loads after one automatic retry', async () => {
  const { asked } = showPicture(fail, at('one'));
  await screen.findByRole('img', {}, { timeout: 3000 });
  expect(asked).toEqual(['one', 'one']);
});

it('distinguishes a failed from a missing picture, and loads on retry', async () => {
  const { shell } = showPicture(fail, fail, at('one'));
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 3000 });
  await userEvent.click(again);
  await screen.findByRole('img');
  shell.hints.give({ kind: 'everything', campaign: null, id: null });
  expect(src()).toBe('http://storage.test/one');
});

it.each([
  [
    'a hint',
    (shell: ReturnType<typeof createFakeShell>) =>
      shell.hints.give({ kind: 'documents', campaign: CAMPAIGN, id: 'document' }),
  ],
  ['the line', () => void fireEvent(window, new Event('online'))],
])('comes with %s', async (_, happen) => {
  const { shell } = showPicture(fail, fail, at('one'));
  await screen.findByText('It did not load.', {}, { timeout: 3000 });
  act(() => happen(shell));
  await screen.findByRole('img');
});

it('is words where it is not there for this person', async () => {
  const { asked } = showPicture(() => []);
  await screen.findByText('Picture: A map');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(asked).toHaveLength(1);
});

it('is loaded from another address once, then said not to load', async () => {
  showPicture(at('one?1'), at('one?2'));
  fireEvent.error(await screen.findByRole('img'));
  await waitFor(() => expect(src()).toBe('http://storage.test/one?2'));
  fireEvent.error(screen.getByRole('img'));
  await screen.findByText('It did not load.');
});

it('never shows the previous picture', async () => {
  let release = (_: Answer) => {};
  const { change } = showPicture(
    () => new Promise<Answer>((resolve) => (release = resolve)),
    at('two'),
  );
  await waitFor(() => expect(release.length).toBe(1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 60)));
  change('two');
  await act(async () => release(at('one')()));
  expect(screen.queryByRole('img')?.getAttribute('src')).not.toBe('http://storage.test/one');
  await waitFor(() => expect(src()).toBe('http://storage.test/two'));
});
