import { screen, waitFor, within } from '@testing-library/react';
import { answer } from '@tomekeeper/remote-kit/testing';
import { pretendPhone } from '../../../testing/fake-media';
import { showLibrary } from '../../../testing/show-library';
import { deathHouse, map, showDocuments } from '../../../testing/show-panel';

const secret = { ...deathHouse, tags: [], pinned: false };
const more = () => screen.findByRole('button', { name: 'More for Death House.pdf' });
const row = (within_: HTMLElement) => within(within_.closest('li')!);

describe('a row of the library on a phone', () => {
  let restore: () => void;
  beforeEach(() => {
    restore = pretendPhone();
  });
  afterEach(() => restore());

  it('has its name, its badge and one menu', async () => {
    await showLibrary({ list: [secret] });
    const { getByText, getAllByRole } = row(await more());
    getByText('Spoilers');
    expect(getAllByRole('button')).toHaveLength(1);
  });

  it('offers every action with its label in the menu', async () => {
    const { user } = await showLibrary({ list: [secret] });
    await user.click(await more());
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Reveal',
      'Show now',
      'Rename',
      'Category…',
      'Choose portrait…',
      'Aliases…',
      'Tags…',
      'Pin to the top',
      'Replace file…',
      'Earlier versions…',
      'Delete',
    ]);
  });

  it('reveals from the menu, and opens the dialogs of the other actions', async () => {
    const { user, server } = await showLibrary({ list: [secret] });
    server.on('PATCH /api/documents/:id/', () => answer({ ...secret, is_spoilers: false }));
    await user.click(await more());
    await user.click(screen.getByRole('menuitem', { name: 'Reveal' }));
    await waitFor(() => expect(server.callsTo('PATCH /api/documents/:id/')).toHaveLength(1));
    await row(await more()).findByText('Public');
    for (const [item, dialog] of [
      ['Rename', 'Rename document'],
      ['Delete', 'Delete document'],
    ] as const) {
      await user.click(await more());
      await user.click(screen.getByRole('menuitem', { name: item }));
      await screen.findByRole('dialog', { name: dialog });
      await user.keyboard('{Escape}');
      expect(document.activeElement).toBe(await more());
    }
  });

  it('opens the dialog of Show now, which stays after the menu closes', async () => {
    const { user } = await showLibrary({ list: [secret] });
    await user.click(await more());
    await user.click(screen.getByRole('menuitem', { name: 'Show now' }));
    await screen.findByRole('dialog');
  });

  it('keeps the buttons of the campaign page', async () => {
    await showDocuments({ list: [secret] });
    screen.getByRole('button', { name: 'Delete Death House.pdf' });
  });
});

describe('a row of the library on a wide screen', () => {
  it('has two stops in the tab order, name and first action', async () => {
    await showLibrary({ list: [secret, map] });
    const stops = [
      ...(await more()).closest('li')!.querySelectorAll<HTMLElement>('a, button, input'),
    ];
    expect(
      stops
        .filter(({ tabIndex }) => tabIndex >= 0)
        .map((stop) => stop.getAttribute('aria-label') ?? stop.textContent),
    ).toEqual(['Death House', 'Reveal Death House.pdf']);
  });

  it('reaches its other controls by arrow keys, and is selected with X', async () => {
    const { user } = await showLibrary({ list: [secret, map] });
    (await screen.findByRole('link', { name: 'Death House' })).focus();
    await user.keyboard('x');
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Death House.pdf' });
    expect(box.checked).toBe(true);
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(box);
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      `Rename ${map.original_filename}`,
    );
  });
});
