import { act, screen, waitFor } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import type { Document } from '../../documents-api/documents-api';
import { answerText, fakePassages } from '../../../testing/fake-text';
import { campaignId, map } from '../../../testing/show-panel';
import { showViewer } from '../../../testing/show-viewer';

const READ = 'PUT /api/documents/:id/read/';
const handout = {
  ...map,
  original_filename: 'Below the bell',
  kind: 'note' as const,
  s3_key: '',
  text_state: 'ready' as const,
};
const passages = fakePassages(9);

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Object.assign(window, { scrollBy: () => undefined, scrollTo: () => undefined });
});

/** @param fresh positions of the passages that the server answers to each opening; undefined: opened for the first time */
async function read(
  fresh: (readonly number[] | undefined)[],
  document: Partial<Document> = {},
  all = passages,
) {
  const text = { passages: all };
  let opening = 0;
  const shown = await showViewer({
    list: [{ ...handout, ...document }],
    beforeShown: (server) => {
      answerText(server, text);
      server.on(READ, () => {
        const at = fresh[Math.min(opening++, fresh.length - 1)];
        return answer(at ? { new_passages: at.map((nth) => text.passages[nth]!.id) } : {});
      });
    },
  });
  await screen.findByText('Passage 8 of the lantern book.');
  return { ...shown, text };
}
const marked = () =>
  screen.queryAllByText('New:').map((mark) => mark.closest('[data-at]')?.getAttribute('data-at'));
const hint = { kind: 'documents', campaign: campaignId, id: handout.id } as const;

it('marks the passages that are new to a player', async () => {
  await read([[0, 1]]);
  await screen.findByText('2 passages are new to you');
  expect(marked()).toEqual(['0', '1']);
});

it.each([
  ['at the first opening', undefined, 'All of this is new to you'],
  ['when nothing changed', [], 'Nothing is new to you here'],
])('marks none %s', async (_, fresh, words) => {
  await read([fresh]);
  await screen.findByText(words);
  expect(marked()).toEqual([]);
});

it('marks passages added while the note is open, together with those before', async () => {
  const { shell, text } = await read([[0], [1]]);
  await screen.findByText('1 passage is new to you');
  text.passages = [passages[0]!, passages[3]!, ...passages.slice(4)];
  await act(async () => shell.hints.give(hint));
  await screen.findByText('2 passages are new to you');
  expect(marked()).toEqual(['0', '1']);
});

it('scrolls to the first new passage', async () => {
  const { user } = await read([[1]]);
  await screen.findByText('1 passage is new to you');
  await user.click(screen.getByRole('button', { name: 'Go to it' }));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Passage 1'));
});

it('prints the text once, without the number of new passages', async () => {
  const { user } = await read([[0]], {}, fakePassages(300));
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

it('records each opening', async () => {
  const { server } = await read([[]]);
  await screen.findByText('Nothing is new to you here');
  expect(server.callsTo(READ)).toHaveLength(1);
});

it('shows nothing after a failure', async () => {
  const { server } = await showViewer({
    list: [handout],
    beforeShown: (server) => {
      answerText(server, { passages });
      server.on(READ, () => refuse(503, 'Not now.'));
    },
  });
  await screen.findByText('Passage 8 of the lantern book.');
  await waitFor(() => expect(server.callsTo(READ)).toHaveLength(1));
  expect(screen.queryByText(/new to you/)).toBeNull();
});

it('records nothing of game masters', async () => {
  const { server } = await read([[0]], { tags: [], pinned: false });
  expect(server.callsTo(READ)).toHaveLength(0);
  expect(screen.queryByText(/new to you/)).toBeNull();
});
