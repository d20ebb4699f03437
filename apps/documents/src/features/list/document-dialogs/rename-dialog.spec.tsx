import { screen, waitFor, within } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { map, rowOf, showDocuments } from '../../../testing/show-panel';

const PATCH = 'PATCH /api/documents/:id/';

async function askToRename() {
  const panel = await showDocuments();
  await panel.user.click(
    within(rowOf('Map of Barovia.png')).getByRole('button', { name: 'Rename Map of Barovia.png' }),
  );
  return { ...panel, field: screen.getByLabelText<HTMLInputElement>('File name') };
}

describe('renaming a document', () => {
  it('starts with the name selected up to its ending, and says who reads it', async () => {
    const { field } = await askToRename();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(
      'Map of Barovia',
    );
    expect(screen.getByText('Your players read this name.')).toBeTruthy();
  });

  it('shows the name that the server made of it', async () => {
    const { field, user, server } = await askToRename();
    server.on(PATCH, () => answer({ ...map, original_filename: 'Valley.png' }));
    await user.clear(field);
    await user.type(field, ' maps/Valley.png {Enter}{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([
      { original_filename: 'maps/Valley.png', title_seen_by: 'party' },
    ]);
    expect(screen.getByRole('link', { name: 'Valley.png' })).toBeTruthy();
  });

  it('says why the name was refused', async () => {
    const { field, user, server } = await askToRename();
    server.on(PATCH, () =>
      refuse(400, 'Please check the name.', { original_filename: ['At most 255 characters.'] }),
    );
    await user.type(field, 'x{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Please check the name.');
    expect(screen.getByText('At most 255 characters.')).toBeTruthy();
  });
});
