import { closeBrowser } from '../product/browser';
import { callApi, newUser, type Tab } from '../product/person';
import { uploadFile } from '../product/campaign';

const TITLE = '<img src=x onerror="window.hurt=1"><b>The Court</b> {{7*7}} ${7*7}';

let gm: Tab;
let campaign: string;

beforeAll(async () => {
  gm = await newUser('Gerda', 'Moss');
  const created = await callApi(gm, 'POST', '/api/campaigns/', {
    title: TITLE,
    game_system: TITLE,
  });
  campaign = (created.body as { id: string }).id;
});
afterAll(async () => {
  await gm?.context.close();
  await closeBrowser();
});

/** Checks that no input was rendered as HTML. */
async function expectUnhurt(): Promise<void> {
  expect(await gm.page.locator('img[src="x"]').count()).toBe(0);
  expect(await gm.page.evaluate(() => 'hurt' in window)).toBe(false);
}

it('shows a title with HTML as the text that it is, in the list and on its page', async () => {
  await gm.page.goto('/home');
  await gm.page.getByText(TITLE).first().waitFor();
  await expectUnhurt();
  await gm.page.goto(`/campaigns/${campaign}`);
  await gm.page.getByRole('heading', { level: 1, name: 'Edit Campaign' }).waitFor();
  expect(await gm.page.getByLabel('Title').inputValue()).toBe(TITLE);
  await expectUnhurt();
});

describe('a file with a hostile name', () => {
  it.each([
    ['path parts', '../../etc/passwd', 'passwd'],
    ['path parts of Windows', 'C:\\Users\\gm\\map.png', 'map.png'],
    ['control characters', 'a\r\nX-Injected: yes\u0007.txt', undefined],
    ['NUL', 'map\u0000.txt', 'map.txt'],
    ['bidi characters', 'map\u202egpj.exe', undefined],
    ['emoji', 'dragon 🐉🏰.txt', 'dragon 🐉🏰.txt'],
    ['HTML', '<img src=x onerror=window.hurt=1>.txt', undefined],
  ])('with %s keeps a name that can be shown', async (_what, name, kept) => {
    const document = await uploadFile(gm, { campaign, name, content: 'Ink.' });
    const list = await callApi(gm, 'GET', `/api/documents/?campaign=${campaign}`);
    const rows = list.body as { id: string; original_filename: string }[];
    const shown = rows.find(({ id }) => id === document.id)?.original_filename ?? '';
    if (kept !== undefined) expect(shown).toBe(kept);
    expect(shown).toMatch(/^[^/\\\p{Cc}]{1,255}$/u);
    const opened = await callApi(gm, 'GET', `/api/documents/${document.id}/content/`);
    const stored = await fetch((opened.body as { url: string }).url);
    expect([stored.status, await stored.text()]).toEqual([200, 'Ink.']);
    expect(stored.headers.get('x-injected')).toBeNull();
    expect(stored.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('with 300 characters is refused by name, never half stored', async () => {
    const answer = await callApi(gm, 'POST', '/api/documents/presign/', {
      campaign,
      file_name: `${'m'.repeat(300)}.txt`,
      content_type: 'text/plain',
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ file_name: [expect.stringContaining('at most 255')] }),
    ]);
  });

  it('shows as text in the panel', async () => {
    await gm.page.goto(`/campaigns/${campaign}`);
    const documents = gm.page.getByRole('region', { name: 'Documents' });
    await documents.scrollIntoViewIfNeeded();
    await documents.getByText('dragon 🐉🏰.txt').first().waitFor();
    await expectUnhurt();
  });
});
