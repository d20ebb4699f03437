import { act, screen, waitFor } from '@testing-library/react';
import { answer } from '@tomekeeper/remote-kit/testing';
import type { Document } from '../../documents-api/documents-api';
import { answerText, fakePassages } from '../../../testing/fake-text';
import { campaignId, map } from '../../../testing/show-panel';
import { gm as player, showViewer } from '../../../testing/show-viewer';

const SEEN = 'tomekeeper.passages';
const handout = {
  ...map,
  original_filename: 'Below the bell',
  kind: 'note' as const,
  s3_key: '',
  text_state: 'ready' as const,
};
const passages = fakePassages(9);

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  Object.assign(window, { scrollBy: () => undefined, scrollTo: () => undefined });
});

async function read(
  count: number,
  document: Partial<Document> = {},
  all = passages.slice(9 - count),
) {
  const text = { passages: all };
  const shown = await showViewer({
    list: [{ ...handout, passage_count: count, ...document }],
    beforeShown: (server) => answerText(server, text),
  });
  await screen.findByText('Passage 8 of the lantern book.');
  return { ...shown, text };
}
const marked = () =>
  screen.queryAllByText('New:').map((mark) => mark.closest('[data-at]')?.getAttribute('data-at'));
const isKept = () => waitFor(() => expect(localStorage.getItem(SEEN)).not.toBeNull());

it('marks passages added since a player’s last visit, until the next visit', async () => {
  const first = await read(6);
  await isKept();
  expect(marked()).toEqual([]);
  first.page.unmount();

  const second = await read(8);
  await screen.findByText('2 passages are new to you');
  expect(marked()).toEqual(['0', '1']);
  second.page.unmount();

  await read(8);
  await screen.findByText('Nothing is new to you here');
  expect(marked()).toEqual([]);
});

it('marks passages added while the note is open, without layout shifts', async () => {
  const { shell, text } = await read(6);
  await isKept();
  text.passages = [passages[3]!, passages[1]!, ...passages.slice(4)];
  const hint = { kind: 'documents', campaign: campaignId, id: handout.id };
  await act(async () => shell.hints.give(hint));
  await waitFor(() => expect(marked()).toEqual(['1']));
  expect(screen.queryByRole('status')).toBeNull();
});

it('announces later passages after reporting none', async () => {
  const first = await read(6);
  await isKept();
  first.page.unmount();
  const { shell, text } = await read(6);
  const line = await screen.findByText('Nothing is new to you here');
  text.passages = [passages[3]!, passages[1]!, ...passages.slice(4)];
  await act(async () =>
    shell.hints.give({ kind: 'documents', campaign: campaignId, id: handout.id }),
  );
  await waitFor(() => expect(line.textContent).toBe('1 passage is new to you'));
});

it('scrolls to the first new passage', async () => {
  const first = await read(6);
  await isKept();
  first.page.unmount();
  const { user, text } = await read(6, {}, [passages[3]!, passages[1]!, ...passages.slice(4)]);
  expect(text.passages).toHaveLength(7);
  await screen.findByText('1 passage is new to you');
  await user.click(screen.getByRole('button', { name: 'Go to it' }));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Passage 1'));
});

it('prints the text once, without the number of new passages', async () => {
  const long = fakePassages(300);
  const first = await read(299, {}, long.slice(1));
  await isKept();
  first.page.unmount();
  const { user } = await read(300, {}, long);
  const banner = await screen.findByText('1 passage is new to you');
  const print = jest.fn(() => {
    // The style sheet hides the banner, and the column after the printed text.
    const printed = document.querySelector('.printed');
    expect(printed?.nextElementSibling?.className).toBe('column');
    expect(banner.closest('.news')?.nextElementSibling).toBe(printed);
  });
  Object.assign(window, { print });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print.mock.results[0]?.type).toBe('return'));
});

it('takes down that it was read, so that the list says so', async () => {
  const place = `tomekeeper.unread.${player.id}`;
  const marks = { since: Date.parse(handout.created_at), read: {}, passages: { [handout.id]: 6 } };
  localStorage.setItem(place, JSON.stringify({ [campaignId]: marks }));
  await read(8);
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem(place) ?? '{}')).toEqual({
      [campaignId]: { ...marks, passages: { [handout.id]: 8 } },
    }),
  );
});

it('keeps nothing of GMs, and forgets a note that is not there any more', async () => {
  const asGm = await read(6, { tags: [], pinned: false });
  expect(localStorage.getItem(SEEN)).toBeNull();
  asGm.page.unmount();
  const { page } = await read(6);
  await isKept();
  page.unmount();
  await showViewer({
    id: handout.id,
    list: [],
    beforeShown: (server) => server.on('GET /api/documents/', () => answer([])),
  });
  await waitFor(() => expect(localStorage.getItem(SEEN)).toBeNull());
});
