import { screen, waitFor, within } from '@testing-library/react';
import { answer, cutOff, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import type { Document } from '../../documents-api/documents-api';
import {
  campaignId,
  deathHouse,
  map,
  rowOf,
  showDocuments,
  SPOILER_CHECK,
} from '../../../testing/show-panel';

const PATCH = 'PATCH /api/documents/:id/';
const SHOW = 'POST /api/documents/:id/show/';
const strahd = { name: 'Strahd', document: deathHouse.id, title: 'Death House.pdf' };

/** Renders the panel with a spoiler check that finds a name, and successful updates. */
async function showPanel(list?: readonly Document[]) {
  const panel = await showDocuments(list ? { list } : {});
  panel.server
    .on(SPOILER_CHECK, () => answer({ names: [strahd] }))
    .on(PATCH, ({ params, body }) =>
      answer({ ...(params['id'] === map.id ? map : deathHouse), ...(body as object) }),
    );
  return panel;
}

async function rename(panel: Awaited<ReturnType<typeof showPanel>>, of: Document, name: string) {
  const { user } = panel;
  await user.click(
    within(rowOf(of.original_filename ?? '')).getByRole('button', {
      name: `Rename ${of.original_filename}`,
    }),
  );
  const field = screen.getByLabelText('File name');
  await user.clear(field);
  await user.type(field, `${name}{Enter}`);
  return field;
}

const question = () => screen.findByRole('dialog', { name: 'Does this name spoil something?' });
const sent = ({ server }: Awaited<ReturnType<typeof showPanel>>) =>
  server.callsTo(SPOILER_CHECK).map(({ body }) => body);

describe('before players read another name', () => {
  it('points out a name that they do not know, and where it is hidden', async () => {
    const panel = await showPanel();
    const field = await rename(panel, map, 'Strahd’s valley.png');
    const dialog = within(await question());
    expect(dialog.getByRole('listitem').textContent).toBe(
      '“Strahd” is in this title, and your players do not know the name.It is hidden in Death House.pdf.',
    );
    expect(dialog.getByRole('link').getAttribute('href')).toBe(
      `/campaigns/${campaignId}/library/${deathHouse.id}`,
    );
    expect(sent(panel)).toEqual([
      { campaign: campaignId, audience: 'party', texts: ['Strahd’s valley.png'] },
    ]);
    expect(panel.server.callsTo(PATCH)).toHaveLength(0);
    // A double Enter must not confirm the dialog.
    expect(document.activeElement?.textContent).toBe('Change it');

    await panel.user.click(dialog.getByRole('button', { name: 'Change it' }));
    expect(panel.server.callsTo(PATCH)).toHaveLength(0);
    panel.server.on(SPOILER_CHECK, () => answer({ names: [] }));
    await panel.user.clear(field);
    await panel.user.type(field, 'Valley.png{Enter}');
    await waitFor(() =>
      expect(panel.server.callsTo(PATCH).map(({ body }) => body)).toEqual([
        { original_filename: 'Valley.png', title_seen_by: 'party' },
      ]),
    );
  });

  it('continues if the game master confirms', async () => {
    const panel = await showPanel();
    await rename(panel, map, 'Strahd’s valley.png');
    await panel.user.click(within(await question()).getByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(panel.server.callsTo(PATCH)).toHaveLength(1);
  });

  it('skips passages that stay hidden', async () => {
    const panel = await showPanel();
    await rename(panel, deathHouse, 'Strahd’s house.pdf');
    await waitFor(() => expect(panel.server.callsTo(PATCH)).toHaveLength(1));
    expect(sent(panel)).toEqual([]);
  });
});

describe('a check that does not answer', () => {
  it('does not block the action, and shows a message', async () => {
    const panel = await showPanel();
    panel.server.on(SPOILER_CHECK, cutOff);
    await rename(panel, map, 'Valley.png');
    await waitFor(() => expect(panel.server.callsTo(PATCH)).toHaveLength(1));
    expect(panel.shell.toasts[0]?.message).toMatch(/^Names were not checked for spoilers/);
  });

  it('is waited for only so long', async () => {
    const panel = await showPanel();
    panel.server.on(SPOILER_CHECK, () => new Promise(() => undefined));
    await rename(panel, map, 'Valley.png');
    await screen.findByRole('button', { name: 'Checking…' });
    await waitFor(() => expect(panel.server.callsTo(PATCH)).toHaveLength(1), { timeout: 10_000 });
    expect(panel.shell.toasts[0]?.message).toMatch(/^Names were not checked for spoilers/);
  });
});

describe('before a document is shown', () => {
  it('its title and its text are checked: by a reveal', async () => {
    const panel = await showPanel();
    const { user, server } = panel;
    server.on(SPOILER_CHECK, () =>
      answer({ names: [{ ...strahd, document: map.id, title: 'Map of Barovia.png' }] }),
    );
    await user.click(screen.getByRole('button', { name: 'Reveal Death House.pdf' }));
    const dialog = within(await question());
    expect(dialog.getByRole('listitem').textContent).toMatch(
      /^“Strahd” is in the revealed text, and your players do not know the name/,
    );
    expect(sent(panel)).toEqual([
      {
        campaign: campaignId,
        audience: 'party',
        texts: ['Death House.pdf'],
        revealing: { document: deathHouse.id, passages: 'all' },
      },
    ]);
    expect(server.callsTo(PATCH)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Go on' }));
    await waitFor(() =>
      expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([
        { is_spoilers: false, seen_title: 'Death House.pdf' },
      ]),
    );
  });

  it('by Show now, where it is hidden', async () => {
    const panel = await showPanel([deathHouse, map]);
    const { user, server } = panel;
    server
      .on(SHOW, noContent)
      .on(SPOILER_CHECK, () => answer({ names: [{ ...strahd, document: map.id }] }));
    await user.click(screen.getByRole('button', { name: 'Show now: Map of Barovia.png' }));
    await waitFor(() => expect(server.callsTo(SHOW)).toHaveLength(1));
    expect(sent(panel)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show now: Death House.pdf' }));
    const show = within(await screen.findByRole('dialog', { name: 'Show now' }));
    await user.click(show.getByRole('radio', { name: /^Show and reveal/ }));
    await user.click(show.getByRole('button', { name: 'Show and reveal' }));
    await user.click(within(await question()).getByRole('button', { name: 'Change it' }));
    expect(server.callsTo(SHOW)).toHaveLength(1);
  });

  it('on bulk reveals: ignores passages hidden in a revealed document', async () => {
    const attic = {
      ...deathHouse,
      id: `${deathHouse.id.slice(0, -2)}77`,
      original_filename: 'Attic.md',
    };
    const panel = await showPanel([deathHouse, attic, map]);
    const { user, server } = panel;
    for (const name of ['Death House.pdf', 'Attic.md'])
      await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    await user.click(screen.getByRole('button', { name: 'Reveal 2' }));
    await waitFor(() => expect(server.callsTo(PATCH)).toHaveLength(2));
    expect(sent(panel)).toEqual([
      expect.objectContaining({
        texts: ['Death House.pdf\nAttic.md'],
        revealing: { document: deathHouse.id, passages: 'all' },
      }),
      expect.objectContaining({ texts: [], revealing: { document: attic.id, passages: 'all' } }),
    ]);
  });

  it('and a hide is not', async () => {
    const panel = await showPanel();
    await panel.user.click(screen.getByRole('button', { name: 'Hide Map of Barovia.png' }));
    await waitFor(() => expect(panel.server.callsTo(PATCH)).toHaveLength(1));
    expect(sent(panel)).toEqual([]);
  });
});

describe('before a Public upload', () => {
  const upload = async (isSpoilers: boolean) => {
    const panel = await showPanel();
    const { user } = panel;
    await user.click(screen.getByRole('button', { name: 'Upload Document' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Upload Document' }));
    await user.upload(dialog.getByLabelText('File'), new File(['x'], 'Strahd.pdf'));
    if (isSpoilers) await user.click(dialog.getByRole('checkbox', { name: 'Contains spoilers' }));
    panel.server.on('POST /api/documents/presign/', () => refuse(409, 'It is full.'));
    await user.click(dialog.getByRole('button', { name: 'Upload' }));
    return panel;
  };

  it('its name is checked', async () => {
    const { server } = await upload(false);
    await question();
    expect(server.callsTo('POST /api/documents/presign/')).toHaveLength(0);
  });

  it('and not that of one with spoilers', async () => {
    const panel = await upload(true);
    await waitFor(() =>
      expect(panel.server.callsTo('POST /api/documents/presign/')).toHaveLength(1),
    );
    expect(sent(panel)).toEqual([]);
  });
});
