import { screen, waitFor, within } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { gm, jonathan, lucy, showCampaign, type strahd } from '../../testing/show-page';

const INVITES = '/api/campaigns/:id/invites/';
const link = 'https://tome.test/invite#t0ken';
const invite = {
  id: '7b0f4e6a-21f5-4d0c-9a52-3a6f6f1f7f90',
  role: 'player',
  email: null as string | null,
  link: link as string | null,
  uses: 10,
  uses_left: 7,
  created_at: '2026-11-23T10:00:00.000Z',
  expires_at: '2026-11-30T10:00:00.000Z',
};

function showInvites(person = gm, open: object[] = [], more: Partial<typeof strahd> = {}) {
  const page = showCampaign(person, more);
  page.server.on(`GET ${INVITES}`, () => answer(open));
  page.show();
  return page;
}

const openDialog = async ({ user }: ReturnType<typeof showInvites>) => {
  await user.click(await screen.findByRole('button', { name: 'Invite players' }));
  return screen.findByRole('dialog', { name: 'Invite players' });
};

describe('invites', () => {
  it('are created in two clicks: a link to copy, with a QR code', async () => {
    const page = showInvites();
    page.server.on(`POST ${INVITES}`, () => answer(invite, 201));
    const dialog = await openDialog(page);
    await page.user.selectOptions(within(dialog).getByLabelText('Good for'), '5 people');
    await page.user.click(within(dialog).getByRole('button', { name: 'Create link' }));

    const field = await within(dialog).findByLabelText<HTMLInputElement>('Invite link');
    expect(field.value).toBe(link);
    expect(within(dialog).getByRole('img', { name: 'QR code for joining' })).toBeTruthy();
    await page.user.click(within(dialog).getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(link);
    expect(page.server.callsTo(`POST ${INVITES}`)[0]?.body).toEqual({
      uses: 5,
      expires_in: 7 * 86_400,
    });
    await page.user.click(within(dialog).getByRole('button', { name: 'Done' }));
    expect(screen.getByText(/for 7 more people, until 30 November/)).toBeTruthy();
  });

  it('are created in one click with the usual limits, and shown', async () => {
    const page = showInvites();
    page.server.on(`POST ${INVITES}`, () => refuse(409, 'Revoke one first.'));
    await page.user.click(await screen.findByRole('button', { name: 'Create invite link' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Revoke one first.');

    page.server.on(`POST ${INVITES}`, () => answer(invite, 201));
    await page.user.click(screen.getByRole('button', { name: 'Create invite link' }));
    const dialog = await screen.findByRole('dialog', { name: 'Invite link' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('Invite link').value).toBe(link);
    expect(page.server.callsTo(`POST ${INVITES}`)[1]?.body).toEqual({
      uses: 10,
      expires_in: 7 * 86_400,
    });
  });

  it('are mailed to each address; failed addresses stay in the field, with the error', async () => {
    const page = showInvites();
    page.server.on(`POST ${INVITES}`, ({ body }) => {
      const { email } = body as { email: string };
      return email.startsWith('abraham')
        ? refuse(429, 'This address has had enough invites for now.')
        : answer({ ...invite, id: email, email, uses: 1, uses_left: 1 }, 201);
    });
    const dialog = await openDialog(page);
    const field = within(dialog).getByLabelText<HTMLTextAreaElement>('E-mail addresses');
    const send = within(dialog).getByRole('button', { name: 'Send invites' });
    await page.user.click(send);
    expect(within(dialog).getByText('Enter at least one e-mail address.')).toBeTruthy();
    await page.user.type(field, 'arthur@example.test, nobody');
    await page.user.click(send);
    expect(within(dialog).getByText('“nobody” is not an e-mail address.')).toBeTruthy();
    expect(page.server.callsTo(`POST ${INVITES}`)).toEqual([]);

    await page.user.clear(field);
    await page.user.type(field, 'arthur@example.test; abraham@example.test quincey@example.test');
    await page.user.click(send);
    expect(await within(dialog).findByText(/had enough invites/)).toBeTruthy();
    expect(within(dialog).getByText('Sent to arthur@example.test.')).toBeTruthy();
    expect(field.value).toBe('abraham@example.test\nquincey@example.test');
    expect(screen.getByText('arthur@example.test', { selector: 'p' })).toBeTruthy();
  });

  it('for co-GMs are the owner’s, by e-mail', async () => {
    const page = showInvites();
    page.server.on(`POST ${INVITES}`, ({ body }) =>
      answer({ ...invite, ...(body as object), link: null }, 201),
    );
    const dialog = await openDialog(page);
    await page.user.selectOptions(within(dialog).getByLabelText('Invite as'), 'Co-GM');
    expect(within(dialog).getByText(/sees every spoiler/)).toBeTruthy();
    await page.user.type(
      within(dialog).getByLabelText('E-mail addresses'),
      'arthur@example.test{Tab}',
    );
    await page.user.click(within(dialog).getByRole('button', { name: 'Send invites' }));
    expect(await screen.findByText(/arthur@example.test \(co-GM\)/)).toBeTruthy();
    expect(page.server.callsTo(`POST ${INVITES}`)[0]?.body).toEqual({
      email: 'arthur@example.test',
      role: 'co_gm',
    });
  });

  it('that are open are listed, shown again and revoked', async () => {
    const mailed = { ...invite, id: 'mailed', email: 'arthur@example.test', link: null };
    const page = showInvites(gm, [invite, mailed]);
    page.server.on(`DELETE ${INVITES}:invite/`, () => answer(undefined, 204));
    await screen.findByText('Open invites');
    expect(screen.getByText(/^waiting, until/)).toBeTruthy();

    await page.user.click(screen.getByRole('button', { name: 'Show' }));
    const dialog = await screen.findByRole('dialog', { name: 'Invite link' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('Invite link').value).toBe(link);
    await page.user.click(within(dialog).getByRole('button', { name: 'Done' }));

    await page.user.click(screen.getAllByRole('button', { name: 'Revoke' })[0]!);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Revoke' })).toHaveLength(1));
    expect(page.server.callsTo(`DELETE ${INVITES}:invite/`)).toHaveLength(1);
    expect(page.shell.announcements).toContain('The invite was revoked.');
    expect(document.activeElement?.textContent).toBe('Invite players');
  });

  it('are a co-GM’s too, but for those of co-GMs', async () => {
    const forCoGm = { ...invite, id: 'other', role: 'co_gm', email: 'a@example.test', link: null };
    const page = showInvites(lucy, [invite, forCoGm], { role: 'co_gm' });
    const revoke = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Revoke' });
    expect(revoke.map(({ disabled }) => disabled)).toEqual([false, true]);
    const dialog = await openDialog(page);
    expect(within(dialog).queryByLabelText('Invite as')).toBeNull();
  });

  it('are hidden from players, without any request', async () => {
    const page = showInvites(lucy);
    await screen.findByLabelText('Add player by user id');
    expect(screen.queryByRole('button', { name: 'Invite players' })).toBeNull();
    expect(page.server.callsTo(`GET ${INVITES}`)).toEqual([]);
  });
});

describe('co-GMs', () => {
  const ROLE = 'PATCH /api/campaigns/:id/players/:player/';
  const people = (role: string) => [
    { id: gm.id, name: 'Mina Murray', role: 'owner' },
    { id: lucy.id, name: 'Lucy Westenra', role },
    { id: jonathan.id, name: 'Jonathan Harker', role: 'player' },
  ];
  const players = [lucy.id, jonathan.id];

  it('are created by the owner after confirmation, and become players again', async () => {
    const page = showInvites(gm, [], { players, people: people('player') });
    page.server.on(ROLE, ({ body }) =>
      answer({ players, people: people((body as { role: string }).role) }),
    );
    await page.user.click(await screen.findByRole('button', { name: 'Make co-GM: Lucy Westenra' }));
    const dialog = screen.getByRole('dialog', { name: 'Make Lucy Westenra co-GM?' });
    expect(dialog.textContent).toContain('They will see every spoiler');
    await page.user.click(within(dialog).getByRole('button', { name: 'Make co-GM' }));
    const back = await screen.findByRole('button', { name: 'Make player: Lucy Westenra' });
    expect(page.shell.announcements).toContain('Lucy Westenra is a co-GM now.');
    expect(screen.getByText('Co-GM')).toBeTruthy();
    await page.user.click(back);
    await page.user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Make player' }),
    );
    await screen.findByRole('button', { name: 'Make co-GM: Lucy Westenra' });
    expect(page.server.callsTo(ROLE).map(({ body }) => body)).toEqual([
      { role: 'co_gm' },
      { role: 'player' },
    ]);
  });

  it('add and remove players, change the details, and leave each other alone', async () => {
    const two = [lucy.id, jonathan.id];
    showInvites(lucy, [], {
      players: two,
      role: 'co_gm',
      people: people('co_gm').map((person) =>
        person.id === jonathan.id ? { ...person, role: 'co_gm' } : person,
      ),
    });
    const remove = await screen.findByRole<HTMLButtonElement>('button', { name: /^Remove / });
    expect(remove.disabled).toBe(true);
    expect(remove.title).toBe('Only the campaign’s owner can remove co-GMs.');
    expect(screen.getByLabelText<HTMLInputElement>('Add player by user id').disabled).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Title').disabled).toBe(false);
    expect(screen.queryByRole('button', { name: /^Make / })).toBeNull();
    expect(screen.queryByRole('button', { name: /Delete campaign/i })).toBeNull();
  });
});
