import type { Page } from 'playwright-core';
import { browser, closeBrowser } from '../../product/browser';
import { shared } from '../../product/shared-product';

/** Lines, each with processors so many times slower than this one: every line with a quicker and a slower one. */
const LINES = [
  { name: 'an unthrottled line', latency: 0, kbits: -1, processors: [1, 4] },
  { name: 'a fast line', latency: 20, kbits: 10_000, processors: [2, 6] },
  { name: 'slow 4G', latency: 150, kbits: 1_600, processors: [1, 6] },
  { name: 'a very slow line', latency: 400, kbits: 500, processors: [2, 4] },
];
/** How long the button of the mouse stays down by a processor's slowness: the app may take the page's place meanwhile. */
const HELD_MS = 40;

afterAll(() => closeBrowser());

async function visitContact(processor: number, { latency, kbits }: (typeof LINES)[number]) {
  const context = await (
    await browser()
  ).newContext({ baseURL: shared.url, viewport: { width: 1280, height: 1400 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const throughput = kbits < 0 ? -1 : (kbits * 1000) / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processor });
  await page.goto('/contact', { waitUntil: 'commit' });
  return page;
}

/** @returns where it stands as soon as it can be seen */
async function seen(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const found = await page.waitForFunction((selected) => {
    const element = document.querySelector(selected);
    if (!element || performance.getEntriesByType('paint').length === 0) return undefined;
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, selector);
  return (await found.jsonValue()) ?? { x: 0, y: 0 };
}

describe.each(LINES)('on $name', (line) => {
  it('Send counts, pressed as soon as it can be seen, however slow the processor', async () => {
    // One page at a time: parallel pages would slow each other down beyond the tested delay.
    for (const processor of line.processors) {
      const page = await visitContact(processor, line);
      const { x, y } = await seen(page, 'form[aria-label=Contact] button:not([type=button])');
      await page.mouse.click(x, y, { delay: processor * HELD_MS });
      await page.getByText('Please include your email and a message.').waitFor();
      expect(await page.getByText('Please include your email and a message.').count()).toBe(1);
      await page.context().close();
    }
  });

  it('every letter counts that is typed while the app comes', async () => {
    const words = 'Is anybody there, or am I early?';
    const page = await visitContact(4, line);
    const { x, y } = await seen(page, 'textarea[name=message]');
    await page.mouse.click(x, y);
    await page.keyboard.type(words, { delay: 40 });
    await page.getByRole('button', { name: /Use the (dark|light) theme/ }).waitFor();
    expect(await page.locator('textarea[name=message]').inputValue()).toBe(words);
    await page.context().close();
  });
});
