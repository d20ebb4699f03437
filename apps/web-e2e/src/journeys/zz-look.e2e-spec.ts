import { picture } from '../browser/launch-browser';
import { browser, closeBrowser } from '../product/browser';
import { callApi, pressSignIn } from '../product/person';

it('looks', async () => {
  const password = process.env['DEMO'] ?? '';
  for (const [width, scheme] of [[1280, 'light'], [390, 'dark'], [390, 'light'], [1280, 'dark']] as const) {
    const context = await (await browser()).newContext({ baseURL: process.env['E2E_URL'] ?? '', viewport: { width, height: 850 }, colorScheme: scheme, hasTouch: width === 390, isMobile: width === 390 });
    const page = await context.newPage();
    await pressSignIn(page, { email: 'gm@demo.tomekeeper.example', password });
    await page.waitForURL('**/home');
    const { body } = await callApi({ page }, 'GET', '/api/campaigns/');
    const found = (body as { id: string; title: string }[]).find(({ title }) => title.startsWith('The Drowned Bell'));
    const campaign = `/campaigns/${found?.id}`;
    if (width === 1280 && scheme === 'light') {
      const { body: docs } = await callApi({ page }, 'GET', `/api/documents/?campaign=${found?.id}`);
      const all = docs as { id: string; original_filename: string; is_spoilers: boolean }[];
      const one = all.find((d) => d.is_spoilers);
      await callApi({ page }, 'PATCH', `/api/documents/${one?.id}/`, { is_spoilers: false });
      await callApi({ page }, 'PATCH', `/api/documents/${one?.id}/`, { is_spoilers: true });
    }
    await page.goto(`${campaign}/ledger`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.waitForTimeout(800);
    await picture(page, `ledger ${width} ${scheme}`);
    await page.goto(`${campaign}/library?as=party`);
    await page.getByText('This is what the party sees.').waitFor();
    await page.waitForTimeout(1200);
    await picture(page, `library as ${width} ${scheme}`);
    await page.goto(`${campaign}/library`);
    await page.waitForTimeout(1200);
    await picture(page, `library ${width} ${scheme}`);
    await page.goto(`${campaign}/ledger?player=party`);
    await page.waitForTimeout(1200);
    await picture(page, `known ${width} ${scheme}`);
    await context.close();
  }
  await closeBrowser();
}, 200_000);
