import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

export const PICTURES = path.resolve(__dirname, '../../../../deploy/docs/images/screens');

/** Saves a screenshot as WebP. */
export async function takePicture(
  page: Page,
  name: string,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // The network of a page that listens for hints is never idle.
  await page.waitForTimeout(1000);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
  const line = await page.context().newCDPSession(page);
  const { data } = await line.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await line.detach();
  await fs.writeFile(path.join(PICTURES, `${name}.webp`), Buffer.from(data, 'base64'));
}
