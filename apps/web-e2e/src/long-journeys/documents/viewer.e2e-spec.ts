import { randomUUID } from 'node:crypto';
import type { Page, Response } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { picture } from '../../browser/launch-browser';
import { closeBrowser } from '../../product/browser';
import { newCampaign, uploadFile } from '../../product/campaign';
import { pngFile, wavFile } from '../../product/files';
import { callApi, newUser, userId, type Tab } from '../../product/person';

const HANDOUT = `# House rules

Long rests take a week,
and ravens carry letters.

<script>window.ran = true</script><img src="x" onerror="window.ran = true">
`;
/** An SVG that would run a script if opened as a document. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">
  <script>window.ran = true</script><rect width="300" height="200" fill="#8c2333"/></svg>`;

describe('the viewer', () => {
  let gm: Tab, player: Tab;
  let campaign: string;
  const ids: Record<string, string> = {};
  const at = (name: string) => `/campaigns/${campaign}/library/${ids[name] ?? name}`;
  const open = async (page: Page, name: string) => {
    await page.goto(at(name));
    const title = name.replace(/\.\w+$/, '');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  };

  beforeAll(async () => {
    gm = await newUser('Vera', 'Inkwell');
    player = await newUser('Pim', 'Reader', { width: 390, height: 844 });
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player));
    const files: [string, string | Buffer, string][] = [
      ['Rules.md', HANDOUT, 'text/markdown'],
      ['Secret.png', pngFile(300, 200), 'image/png'],
      ['Map.png', pngFile(2000, 1000), 'image/png'],
      ['Sigil.svg', DRAWING, 'image/svg+xml'],
      ['Rain.wav', wavFile(60), 'audio/wav'],
      [
        'Letter.docx',
        'PK',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      ],
      ['Page.html', '<script>window.ran = true</script>', 'text/html'],
    ];
    for (const [name, content, type] of files) {
      const file = { campaign, name, content, type, spoiler: name.startsWith('Secret') };
      ids[name] = (await uploadFile(gm, file)).id;
    }
  });
  afterAll(async () => {
    await gm?.context.close();
    await player?.context.close();
    await closeBrowser();
  });

  it('opens a picture from the row, sizes it, and keeps its size', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}`);
    await page.getByRole('link', { name: 'Map.png' }).click();
    await page.waitForURL(`**${at('Map.png')}`);
    const map = page.getByRole('img', { name: 'Map.png' });
    await map.waitFor();
    const width = () => map.evaluate((element) => element.getBoundingClientRect().width);
    const fit = await width();
    expect(fit).toBeGreaterThan(300);
    expect(fit).toBeLessThan(1200);
    await page.getByRole('button', { name: 'Larger' }).click();
    await page.getByRole('button', { name: 'Larger' }).click();
    const larger = await width();
    expect(larger).toBeGreaterThan(fit);
    await page.getByRole('group', { name: /Plus and minus/ }).focus();
    await page.keyboard.press('+');
    const largest = await width();
    expect(largest).toBeGreaterThan(larger);
    const box = await page.getByRole('group', { name: /Plus and minus/ }).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 100);
    await page.mouse.wheel(0, -200);
    await page.waitForFunction(
      (before) => (document.querySelector('img')?.getBoundingClientRect().width ?? 0) > before,
      largest,
    );
    const kept = await width();
    await picture(page, 'viewer picture');
    await page.getByRole('link', { name: 'The Drowned Court' }).click();
    await page.getByRole('link', { name: 'Map.png' }).click();
    await page.waitForFunction(
      (before) =>
        Math.abs((document.querySelector('img')?.getBoundingClientRect().width ?? 0) - before) < 3,
      kept,
    );
  });

  it('shows a drawing as a picture, whose scripts do not run', async () => {
    const { page } = gm;
    await open(page, 'Sigil.svg');
    const drawing = page.getByRole('img', { name: 'Sigil.svg' });
    await drawing.waitFor();
    expect(await drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });

  it('shows a text as text, on a phone too', async () => {
    const { page } = player;
    await open(page, 'Rules.md');
    await page.getByRole('heading', { level: 2, name: 'House rules' }).waitFor();
    await page.getByText('Long rests take a week, and ravens carry letters.').waitFor();
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await picture(page, 'viewer text');
  });

  it('plays audio, and continues after its URL has expired', async () => {
    const { page } = gm;
    await open(page, 'Rain.wav');
    const ready = () =>
      page.waitForFunction(() => (document.querySelector('audio')?.readyState ?? 0) >= 1);
    await ready();
    const address = await page.evaluate(() => {
      const player = document.querySelector('audio');
      if (player) player.currentTime = 33;
      return player?.src;
    });
    // Addresses that are signed within one second are the same.
    await page.waitForFunction((url) => {
      const [, day = '', time = ''] = /X-Amz-Date=(\d{8})T(\d{6})Z/.exec(url ?? '') ?? [];
      const signed = `${day}T${time}`.replace(/(....)(..)(..T..)(..)(..)/, '$1-$2-$3:$4:$5Z');
      return Date.now() - Date.parse(signed) > 1000;
    }, address);
    // Browser error when storage rejects further requests.
    await page.evaluate(() => document.querySelector('audio')?.dispatchEvent(new Event('error')));
    await page.waitForFunction((old) => document.querySelector('audio')?.src !== old, address);
    await ready();
    await page.waitForFunction(() => document.querySelector('audio')?.currentTime === 33);
    await page.reload();
    await ready();
    await page.waitForFunction(() => document.querySelector('audio')?.currentTime === 33);
  });

  it('describes other files, and downloads all files unchanged', async () => {
    const { page } = gm;
    for (const [name, words] of [
      ['Letter.docx', 'Word document'],
      ['Page.html', 'Web page'],
    ] as const) {
      await open(page, name);
      await page.getByText(words, { exact: true }).first().waitFor();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download original' }).first().click(),
      ]);
      expect(saved.suggestedFilename()).toBe(name);
      expect(gm.context.pages()).toHaveLength(1);
    }
    await open(page, 'Map.png');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download original' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('Map.png');
  });

  it('leads to the neighbours that this person may see', async () => {
    const { page } = gm;
    await open(page, 'Map.png');
    await page.getByRole('link', { name: 'Next Secret' }).click();
    await page.getByRole('heading', { level: 1, name: 'Secret' }).waitFor();
    await open(player.page, 'Map.png');
    await player.page.getByRole('link', { name: 'Next Rules' }).click();
    await player.page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
  });

  it('sends a player the same bytes for a spoiler and for an unknown document', async () => {
    const { page } = player;
    const seen = async (id: string) => {
      const told: string[] = [];
      const listen = async (response: Response) => {
        const path = new URL(response.url()).pathname.replaceAll(id, '{id}');
        // A stream has no end that one could wait for; its bytes are compared elsewhere.
        if (!path.startsWith('/api/') || path === '/api/live/') return;
        const { 'x-correlation-id': _, date: __, ...headers } = response.headers();
        const text = (await response.text()).replace(/"correlation_id":"[^"]*"/, '');
        told.push(JSON.stringify([response.status(), path, headers, text]));
      };
      const listening: Promise<void>[] = [];
      const onResponse = (response: Response) => void listening.push(listen(response));
      // Excludes events of the previous page.
      await page.goto('about:blank');
      page.on('response', onResponse);
      // Last automatic request of a page.
      const stream = page.waitForRequest(/\/api\/live\//);
      await page.goto(at(id));
      await page.getByRole('heading', { name: 'This document is no longer here.' }).waitFor();
      await page.getByRole('link', { name: 'The Drowned Court' }).waitFor();
      await stream;
      page.off('response', onResponse);
      await Promise.all(listening);
      const main = await page.locator('main').innerHTML();
      const kept = await page.evaluate(() => localStorage.getItem('tomekeeper.places'));
      return [await page.title(), main.replaceAll(id, '{id}'), told.sort(), kept?.includes(id)];
    };
    const ofNothing = await seen(randomUUID());
    expect(await seen(ids['Secret.png'] ?? '')).toEqual(ofNothing);
    expect(await seen('no-id-at-all')).toEqual(ofNothing);
    expect(JSON.stringify(ofNothing)).not.toContain('Secret');
  });

  it('takes a document from the screen that was hidden meanwhile', async () => {
    const { page } = player;
    await open(page, 'Map.png');
    await page.getByRole('img', { name: 'Map.png' }).waitFor();
    await callApi(gm, 'PATCH', `/api/documents/${ids['Map.png']}/`, { is_spoilers: true });
    await page.getByRole('button', { name: 'Download original' }).click();
    await page.getByRole('heading', { name: 'This document is no longer here.' }).waitFor();
    expect(await page.getByRole('img').count()).toBe(0);
    await picture(page, 'viewer gone');
    await callApi(gm, 'PATCH', `/api/documents/${ids['Map.png']}/`, { is_spoilers: false });
    await page.reload();
    await page.getByRole('img', { name: 'Map.png' }).waitFor();
  });

  it('has no finding of axe, in either theme', async () => {
    for (const name of ['Map.png', 'Rules.md', 'Letter.docx', 'Rain.wav', 'nothing']) {
      for (const { page } of [gm, player])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.goto(at(name));
          const title = name === 'nothing' ? 'This document is no longer here.' : name;
          await page.getByRole('heading', { level: 1, name: title }).waitFor();
          await page.getByText('Opening the document…').waitFor({ state: 'detached' });
          expect([name, await axeFindings(page)]).toEqual([name, []]);
        }
    }
  });
});
