import type { Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { pngFile } from '../../product/files';
import { isSaved, notePeople, stored, textbox } from '../../product/note-people';
import { callApi, type Tab } from '../../product/person';

describe('blocks, links and pictures of notes', () => {
  const people = notePeople();
  let gm: Tab, player: Tab;
  let campaign: string;
  let page: Page;
  beforeEach(() => {
    ({ gm, player, campaign, page } = people);
  });

  const newNote = async (title: string, is_spoilers: boolean) => {
    const { body } = await callApi(gm, 'POST', '/api/documents/notes/', {
      campaign,
      title,
      is_spoilers,
    });
    const { id } = body as { id: string };
    await page.goto(`/campaigns/${campaign}/library/${id}?edit=1`);
    await textbox(page).click();
    return id;
  };
  const paste = (page: Page, kinds: Record<string, string>) =>
    textbox(page).evaluate((field, data) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, kinds);

  it('are inserted by a slash, with keys alone', async () => {
    const id = await newNote('The mill', true);
    await page.keyboard.type('/sec');
    const list = page.getByRole('listbox', { name: 'Insert' });
    await list.getByRole('option', { name: /^Secret/, selected: true }).waitFor();
    const field = textbox(page);
    expect(await field.getAttribute('aria-activedescendant')).toBe(
      await list.getByRole('option', { selected: true }).getAttribute('id'),
    );
    expect(await axeFindings(page, 'main')).toEqual([]);
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    expect(await field.getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.type('Izek is a spy.');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/h');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('The cellar');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/table');
    await page.keyboard.press('Enter');
    for (const word of ['Who', 'Where', 'Why', 'Ismark', 'inn', 'grief']) {
      await page.keyboard.type(word);
      await page.keyboard.press('Tab');
    }
    await page.getByRole('button', { name: 'Rows and columns' }).click();
    await page.getByRole('menuitem', { name: 'Delete row' }).click();
    await page.keyboard.press('Escape');
    await isSaved(page);
    const passages = await stored(gm, id);
    expect(passages.map(({ kind, text }) => [kind, text])).toEqual([
      ['callout', 'Izek is a spy.'],
      ['heading', 'The cellar'],
      ['table', 'Who\tWhere\tWhy\nIsmark\tinn\tgrief'],
    ]);
    expect(passages[0]?.content.label).toBe('secret');
  });

  it('lead to documents and passages of the campaign, and name its people', async () => {
    const castle = await newNote('Castle Ravenloft', true);
    await page.keyboard.type('# The crypts');
    await page.keyboard.press('Enter');
    await page.keyboard.type('A cold wind.');
    await isSaved(page);
    const [heading] = await stored(gm, castle);
    const id = await newNote('Rumours', false);
    await page.keyboard.type('They say of [[rav');
    const option = page.getByRole('option', { name: /^Castle Ravenloft/ });
    await option.getByText('Spoilers').waitFor();
    await option.getByText('Your players will read this name, without a link').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('and [[Castle#cry');
    await page.getByRole('option', { name: /^The crypts/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('that @pi');
    await page.getByRole('option', { name: 'Pim Reader', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('went in.');
    await isSaved(page);
    const [rumour] = await stored(gm, id);
    expect(rumour?.text).toBe(
      'They say of Castle Ravenloft and The crypts that @Pim Reader went in.',
    );
    expect(rumour?.content.inlines?.flatMap(({ href = [] }) => href)).toEqual([
      `#d-${castle}`,
      `#d-${castle}/p-${heading?.id}`,
    ]);
    // Players read the words; to them they lead nowhere, as the castle is nothing that they know of.
    const seen = await callApi(player, 'GET', `/api/documents/${id}/passages/`);
    expect(JSON.stringify(seen.body)).not.toContain(castle);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'The crypts' }).click();
    await page.waitForURL(`**/library/${castle}#p-${heading?.id}`);
  });

  it('lead by name to notes that are created from them', async () => {
    const id = await newNote('Roads', true);
    await page.keyboard.type('To [[Old Mill]] by [[New Tower');
    const option = page.getByRole('option', { name: /^Create note “New Tower”/, selected: true });
    await option.getByText('Only game masters see it').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('at night.');
    await isSaved(page);
    const [roads] = await stored(gm, id);
    expect(roads?.content.inlines?.flatMap(({ href = [] }) => href)).toEqual([
      'name:Old%20Mill',
      'name:New%20Tower',
    ]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'New Tower' }).waitFor();
    const missing = page.getByRole('button', { name: 'Old Mill' });
    expect(await axeFindings(page, 'main')).toEqual([]);
    await missing.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create note “Old Mill”?' });
    await dialog.getByRole('button', { name: 'Create note' }).click();
    await page.waitForURL(/edit=1/);
    expect(await page.getByLabel('Title').inputValue()).toBe('Old Mill');
    await page.goto(`/campaigns/${campaign}/library/${id}`);
    await page.getByRole('link', { name: 'Old Mill' }).waitFor();
  });

  it('are pasted from other programs, with secrets for game masters only', async () => {
    const id = await newNote('Pasted', false);
    await paste(page, {
      'text/plain':
        '# Vallaki\n\n> [!secret] Izek\n> is a spy.\n\n- [[Castle Ravenloft]]\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    });
    await isSaved(page);
    const passages = await stored(gm, id);
    expect(passages.map(({ kind, text, audience }) => [kind, text, audience])).toEqual([
      ['heading', 'Vallaki', 'party'],
      ['callout', 'Izek\nis a spy.', 'gm'],
      ['list_item', 'Castle Ravenloft', 'party'],
      ['table', 'a\tb\n1\t2', 'party'],
    ]);
    // Words that are pasted into a box stay within it, however many lines they are.
    await page.getByText('is a spy.').click();
    await page.keyboard.press('End');
    await paste(page, { 'text/html': '<p>; he knows Irina.</p><p>He kills her.</p>' });
    await isSaved(page);
    expect((await stored(gm, id)).map(({ text, audience }) => [text, audience])[1]).toEqual([
      'Izek\nis a spy.; he knows Irina.\nHe kills her.',
      'gm',
    ]);
    const seen = await callApi(player, 'GET', `/api/documents/${id}/passages/`);
    expect(JSON.stringify(seen.body)).not.toMatch(/spy|Irina|kills/);
  });

  it('have pictures, chosen or pasted, with words for who cannot see them', async () => {
    const id = await newNote('Maps', true);
    const bytes = pngFile(320, 200);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.type('/pict');
    await page.getByRole('option', { name: /^Picture/ }).waitFor();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'mill.png', mimeType: 'image/png', buffer: bytes });
    const words = page.getByRole('textbox', { name: 'Description of the picture' });
    await words.fill('The mill by night');
    await isSaved(page);
    const arrived = async () => (await stored(gm, id)).filter(({ content }) => content.image);
    await page.waitForFunction(() => document.querySelector('figure[data-state=there]') !== null);
    await isSaved(page);
    expect(await arrived()).toMatchObject([{ kind: 'image', text: 'The mill by night' }]);
    // The store refuses once; trying again sends the same picture.
    await page.route('**/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    );
    await textbox(page).click();
    await page.keyboard.press('Control+End');
    await textbox(page).evaluate((field, base64) => {
      const clipboardData = new DataTransfer();
      const data = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      clipboardData.items.add(new File([data], 'map.png', { type: 'image/png' }));
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, bytes.toString('base64'));
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await arrived()).toHaveLength(1);
    await page.unroute('**/*');
    await again.click();
    await page.waitForFunction(
      () => document.querySelectorAll('figure[data-state=there]').length === 2,
    );
    await isSaved(page);
    expect(await arrived()).toHaveLength(2);
    // Reloaded from storage.
    await page.reload();
    await page.locator('figure img[alt="The mill by night"][src^="http"]').waitFor();
  });

  it('are hidden by one key before a word of them is sent, and revealed by the same', async () => {
    const id = await newNote('The inn', false);
    await page.getByText('Your players see your text as you type.').waitFor();
    const seenByPlayer = async () => {
      const { body } = await callApi(player, 'GET', `/api/documents/${id}/passages/`);
      return (body as { passages: { text: string }[] }).passages.map(({ text }) => text);
    };
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postData() ?? '');
    });
    await page.keyboard.type('The inn is warm.');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Shift+H');
    await page.getByRole('button', { name: 'Seen by: GM only' }).waitFor();
    await page.keyboard.type('The keeper is a spy.');
    await isSaved(page);
    expect((await stored(gm, id)).map(({ text, audience }) => [text, audience])).toEqual([
      ['The inn is warm.', 'party'],
      ['The keeper is a spy.', 'gm'],
    ]);
    expect(await seenByPlayer()).toEqual(['The inn is warm.']);
    // The first save already included its audience.
    for (const body of sent.filter((one) => one.includes('keeper')))
      expect(body).toContain('"from"');
    expect(await axeFindings(page, 'main')).toEqual([]);
    await page.keyboard.press('Control+Shift+H');
    await page.getByText('One passage is revealed to the party.').waitFor();
    await page.getByRole('button', { name: 'Seen by: Party' }).waitFor();
    expect(await seenByPlayer()).toEqual(['The inn is warm.', 'The keeper is a spy.']);
    // Text appended to it has the same audience.
    await page.keyboard.type(' He smiles.');
    await isSaved(page);
    expect(await seenByPlayer()).toEqual(['The inn is warm.', 'The keeper is a spy. He smiles.']);
    // One player alone, by the menu; Undo takes it back.
    await page.getByRole('button', { name: 'Seen by: Party' }).click();
    await page.getByRole('menuitem', { name: 'GM only' }).click();
    await page.getByRole('button', { name: 'Seen by: GM only' }).waitFor();
    expect(await seenByPlayer()).toEqual(['The inn is warm.']);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.getByRole('button', { name: 'Seen by: Party' }).waitFor();
    expect(await seenByPlayer()).toHaveLength(2);
  });

  it('keep the audience of words that were copied where they are read', async () => {
    const secret = await newNote('Secrets', true);
    await page.keyboard.type('The keeper is a spy.');
    await isSaved(page);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.locator('[data-passage]', { hasText: 'The keeper is a spy.' });
    await row.waitFor();
    const html = await row.evaluate((passage) => {
      const words = document.createTreeWalker(passage, NodeFilter.SHOW_TEXT);
      let text = words.nextNode();
      while (text && !text.textContent?.includes('spy')) text = words.nextNode();
      getSelection()?.setBaseAndExtent(text!, 4, text!, 10);
      const clipboardData = new DataTransfer();
      passage.dispatchEvent(
        new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
      );
      return clipboardData.getData('text/html');
    });
    expect(html).toContain('keeper');
    const id = await newNote('Rumours of the inn', false);
    await page.keyboard.type('Beware the ');
    await paste(page, { 'text/html': html, 'text/plain': 'keeper' });
    await page.getByRole('button', { name: 'Seen by: GM only' }).waitFor();
    await isSaved(page);
    expect((await stored(gm, id)).map(({ text, audience }) => [text, audience])).toEqual([
      ['Beware the keeper', 'gm'],
    ]);
    expect(secret).not.toBe(id);
  });

  it('have versions, which are compared and restored', async () => {
    const id = await newNote('The mill, again', true);
    await page.keyboard.type('The mill is old.');
    await isSaved(page);
    // Saves of another game master are separate versions; here the same person restores the first.
    await page.getByRole('button', { name: 'Versions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions of the text' });
    await dialog.getByText('The mill is old.').waitFor();
    expect(await axeFindings(page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect((await stored(gm, id)).map(({ text }) => text)).toEqual(['The mill is old.']);
  });
});
