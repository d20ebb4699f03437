import { screen } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { gm, lucy, showCampaign, strahdId } from '../../testing/show-page';

const GET = 'GET /api/documents/news/mail/';
const PUT = 'PUT /api/documents/news/mail/';
const LABEL = 'Mail about news';

const field = () => screen.findByLabelText<HTMLSelectElement>(LABEL);
async function enabledField() {
  const select = await field();
  await screen.findByLabelText(LABEL, { selector: ':enabled' });
  return select;
}

it.each([gm, lucy])('shows the choice of $first_name and saves another one at once', async (as) => {
  const { show, server, user } = showCampaign(as);
  server.on(GET, () => answer({ frequency: 'daily' }));
  server.on(PUT, () => answer({ frequency: 'at_once' }));
  show();
  const select = await enabledField();
  expect(select.value).toBe('daily');
  expect([...select.options].map(({ text }) => text)).toEqual([
    'No mails',
    'At once',
    'Once a day',
  ]);
  await user.selectOptions(select, 'At once');
  await screen.findByText('Saved.');
  expect(select.value).toBe('at_once');
  expect(server.callsTo(PUT).at(-1)?.body).toEqual({ campaign: strahdId, frequency: 'at_once' });
});

it('returns to the saved choice when another one cannot be saved', async () => {
  const { show, server, user } = showCampaign(lucy);
  server.on(PUT, () => refuse(503, 'The campaign service is away.'));
  show();
  const select = await enabledField();
  await user.selectOptions(select, 'Once a day');
  await screen.findByText('Could not save your choice. Choose it again.');
  expect(select.value).toBe('off');
  expect(screen.queryByText('Saved.')).toBeNull();
});

it('offers to load the choice again', async () => {
  const { show, server, user } = showCampaign(lucy);
  server.on(GET, () => refuse(503, 'The campaign service is away.'));
  show();
  await screen.findByText('Unable to load your choice of mails.');
  server.on(GET, () => answer({ frequency: 'daily' }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect((await enabledField()).value).toBe('daily');
});
