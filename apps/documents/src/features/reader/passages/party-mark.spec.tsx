import { screen, within } from '@testing-library/react';
import { answer } from '@tomekeeper/remote-kit/testing';
import { answerText, fakePassages } from '../../../testing/fake-text';
import { campaignId, map } from '../../../testing/show-panel';
import { gm, showViewer } from '../../../testing/show-viewer';
import type { Passage } from '../../documents-api/passages-api';

const note = { ...map, kind: 'note', original_filename: 'A letter', text_state: 'ready' };
const [tom, ana] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

beforeEach(() => {
  Object.assign(window, { innerHeight: 600, scrollBy: () => undefined, scrollTo: () => undefined });
  Element.prototype.scrollIntoView = () => undefined;
});

/** Returns queries within the second of three passages. */
async function showMark(fields: Partial<Passage>) {
  const passages = fakePassages(3).map((one, at) => (at === 1 ? { ...one, ...fields } : one));
  await showViewer({
    list: [note],
    beforeShown: (server) => answerText(server, { passages }),
    answers: {
      'GET /api/campaigns/:id/': () =>
        answer({
          id: campaignId,
          title: 'Curse of Strahd',
          owner: 'o',
          people: [
            { id: gm.id, name: 'Mina', role: 'player' },
            { id: tom, name: 'Tom', role: 'player' },
            { id: ana, name: 'Ana', role: 'player' },
          ],
        }),
    },
  });
  await screen.findByText('Passage 2 of the lantern book.');
  const row = document.getElementById(`p-${passages[1]!.id}`)!;
  return { row: within(row), text: () => document.body.textContent };
}

it('shows the party mark as icon and words', async () => {
  const { row, text } = await showMark({ not_for_whole_party: true });
  expect(row.getByText('Not for the whole party')).toBeTruthy();
  expect(text()?.split('Not for the whole party')).toHaveLength(2);
});

it.each([
  [[], 'Only you'],
  [[tom], 'Only you, Tom'],
  [[tom, ana], 'Only you, Ana and Tom'],
])('names the other readers if the GM allows it: %j', async (known_to, words) => {
  const { row } = await showMark({ not_for_whole_party: true, known_to: known_to });
  expect(await row.findByText(words)).toBeTruthy();
});
