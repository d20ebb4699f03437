import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { answer, fillIn, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { gm, jonathan, lucy, showCampaign, showPage, strahd } from '../../testing/show-page';

const PICTURES = 'GET /api/documents/pictures/';
const WRITE = 'PUT /api/campaigns/:id/character/';
const REMOVE = 'DELETE /api/campaigns/:id/character/';
const UPLOAD = 'POST /api/documents/pictures/';

const url = (signed: string) => `https://files.example/pictures/1?${signed}`;
const people = [
  strahd.people[0]!,
  { id: lucy.id, name: 'Lucy Westenra', role: 'player', character: { name: 'Ireena' } },
  { id: jonathan.id, name: 'Jonathan Harker', role: 'player' },
];
const table = { players: [lucy.id, jonathan.id], people };

/** jsdom decodes no pictures. */
function fakeCanvas(isPicture = true) {
  const close = jest.fn();
  const decode = () =>
    isPicture
      ? Promise.resolve({ width: 800, height: 600, close })
      : Promise.reject(new Error('no picture'));
  Object.assign(globalThis, { createImageBitmap: decode });
  const canvas = HTMLCanvasElement.prototype;
  jest.spyOn(canvas, 'getContext').mockReturnValue({ drawImage: jest.fn() } as never);
  jest
    .spyOn(canvas, 'toBlob')
    .mockImplementation((done) => done(new Blob(['x'], { type: 'image/webp' })));
  jest.spyOn(canvas, 'toDataURL').mockReturnValue('data:image/webp;base64,eA==');
}
afterEach(() => jest.restoreAllMocks());

async function showParty(person = lucy, pictures: object[] = []) {
  const page = showCampaign(person, table);
  page.server.on(PICTURES, () => answer({ pictures }));
  page.show();
  const title = await screen.findByRole('heading', { name: 'The party' });
  const section = title.closest('section')!;
  return { ...page, section, party: within(section) };
}
const cards = (root: ParentNode) =>
  [...root.querySelectorAll('li')].map((card) => card.textContent);
const imagesOf = (root: ParentNode) =>
  [...root.querySelectorAll('img')].map((image) => image.getAttribute('src'));
const dialog = () => within(screen.getByRole('dialog', { name: 'Your character' }));
const photograph = new File(['x'], 'photograph.jpg', { type: 'image/jpeg' });
const choose = () =>
  fireEvent.change(screen.getByLabelText('Picture of your character'), {
    target: { files: [photograph] },
  });

it('has the limits of the service', async () => {
  const { user, party } = await showParty(jonathan);
  await user.click(party.getByRole('button', { name: 'Write your character' }));
  const lengthOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).maxLength;
  expect({ name: lengthOf(/^Name/), line: lengthOf(/^In one line/) }).toEqual({
    name: CAMPAIGN_LIMITS.characterName,
    line: CAMPAIGN_LIMITS.characterLine,
  });
});

it('lists the members with their characters, the owner last', async () => {
  const { party, section } = await showParty(gm);
  expect(cards(section)).toEqual([
    'IIreenaPlayed by Lucy Westenra',
    'JHNo character yetPlayed by Jonathan Harker',
    'MMGame masterMina Murray',
  ]);
  expect(party.queryByRole('button')).toBeNull();
});

it('is absent without players', async () => {
  const page = showCampaign(gm, { players: [] });
  page.show();
  await screen.findByText('No players yet.');
  expect(screen.queryByRole('heading', { name: 'The party' })).toBeNull();
});

it('shows portraits, and initials if a portrait fails to load', async () => {
  const { party, server, shell } = await showParty(gm, [
    { id: 'p', person: lucy.id, url: url('a') },
  ]);
  const [first] = party.getAllByRole('listitem');
  await waitFor(() => expect(imagesOf(first!)).toEqual([url('a')]));
  // A new signature of the same picture does not load it again.
  const again = [{ id: 'p', person: lucy.id, url: url('b') }];
  server.on(PICTURES, () => answer({ pictures: again }));
  act(() => shell.hints.give({ kind: 'members', campaign: strahd.id, id: strahd.id }));
  await waitFor(() => expect(server.callsTo(PICTURES)).toHaveLength(2));
  expect(imagesOf(first!)).toEqual([url('a')]);
  fireEvent.error(first!.querySelector('img')!);
  await waitFor(() => expect(imagesOf(first!)).toEqual([url('b')]));
  fireEvent.error(first!.querySelector('img')!);
  expect(first!.textContent).toMatch(/^IIreena/);
});

it('lets a member write their character, and returns the focus to the button', async () => {
  fakeCanvas();
  const { user, server, party } = await showParty(jonathan);
  server.on(WRITE, () => noContent());
  server.on(UPLOAD, () => answer({ id: 'p', person: jonathan.id, url: url('a') }, 201));
  await user.click(party.getByRole('button', { name: 'Write your character' }));
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  expect(dialog().getByText('Enter the name of your character.')).toBeTruthy();
  await fillIn(user, dialog().getByLabelText('Name'), ' Izek ');
  await fillIn(user, dialog().getByLabelText(/In one line/), 'A hunter');
  choose();
  await waitFor(() => expect(imagesOf(document)).toEqual(['data:image/webp;base64,eA==']));
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo(WRITE)[0]?.body).toEqual({ name: 'Izek', line: 'A hunter' });
  const [sent] = server.callsTo(UPLOAD);
  expect(sent?.body).toBeInstanceOf(Blob);
  expect(Object.fromEntries(sent!.query)).toEqual({ campaign: strahd.id, purpose: 'character' });
  const edit = party.getByRole('button', { name: 'Edit your character' });
  await waitFor(() => expect(document.activeElement).toBe(edit));
  expect(party.getByText('A hunter')).toBeTruthy();
});

it('keeps the changes when the server rejects them, and says why', async () => {
  fakeCanvas();
  const { user, server, party } = await showParty(jonathan);
  server.on(WRITE, () => noContent());
  server.on(UPLOAD, () => refuse(409, 'You already have 100 pictures.'));
  await user.click(party.getByRole('button', { name: 'Write your character' }));
  await fillIn(user, dialog().getByLabelText('Name'), 'Izek');
  choose();
  await waitFor(() => expect(imagesOf(document)).toHaveLength(1));
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  expect((await dialog().findByRole('alert')).textContent).toContain(
    'You already have 100 pictures.',
  );
  expect(dialog().getByLabelText<HTMLInputElement>('Name').value).toBe('Izek');
  expect(imagesOf(document)).toHaveLength(1);
});

it('says that a file is no picture', async () => {
  fakeCanvas(false);
  const { user, party } = await showParty(jonathan);
  await user.click(party.getByRole('button', { name: 'Write your character' }));
  choose();
  expect((await dialog().findByRole('alert')).textContent).toContain('Choose a PNG');
});

it('deletes the character and its portrait when all fields are cleared', async () => {
  const { user, server, party } = await showParty(lucy, [
    { id: 'p', person: lucy.id, url: url('a') },
  ]);
  await waitFor(() => expect(imagesOf(document)).toHaveLength(1));
  server.on(REMOVE, () => noContent());
  server.on('DELETE /api/documents/pictures/:id/', () => noContent());
  await user.click(party.getByRole('button', { name: 'Edit your character' }));
  expect(dialog().getByLabelText<HTMLInputElement>('Name').value).toBe('Ireena');
  await user.click(dialog().getByRole('button', { name: 'Clear all fields' }));
  server.on(PICTURES, () => answer({ pictures: [] }));
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await party.findByRole('button', { name: 'Write your character' });
  expect(server.callsTo('DELETE /api/documents/pictures/:id/')[0]?.params.id).toBe('p');
  await waitFor(() => expect(imagesOf(document)).toEqual([]));
});

it('is shown as another viewer sees it, without a button', async () => {
  const page = showPage('/campaigns/:id/as/:viewer', {
    session: { status: 'signed-in', user: gm },
    params: { id: strahd.id, viewer: lucy.id },
  });
  const seen = { ...strahd, ...table, role: 'owner' };
  page.server.on('GET /api/campaigns/:id/', ({ viewAs }) =>
    answer(viewAs ? { ...seen, role: 'player' } : seen),
  );
  page.show();
  const title = await screen.findByRole('heading', { name: 'The party' });
  expect(within(title.closest('section')!).queryByRole('button')).toBeNull();
  await waitFor(() => expect(page.server.callsTo(PICTURES)[0]?.viewAs).toBe(lucy.id));
});
