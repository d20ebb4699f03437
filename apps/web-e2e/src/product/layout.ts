import type { Locator, Page } from 'playwright-core';

/** Screens on which layouts are measured. */
export const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;

export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
  height: number;
}

/** Place of an element in the window, in CSS pixels. */
export const boxOf = (what: Locator): Promise<Box> =>
  what.evaluate((element) => {
    const { top, bottom, left, right, height } = element.getBoundingClientRect();
    return { top, bottom, left, right, height };
  });

/** Width of the page, which exceeds the window's if it scrolls sideways. */
export const pageWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth);

export const overlap = (one: Box, other: Box): boolean =>
  one.top < other.bottom &&
  other.top < one.bottom &&
  one.left < other.right &&
  other.left < one.right;

/** Scrolls to the end of the page. @returns the controls that end up below an element */
export const controlsBelow = (page: Page, cover: Locator): Promise<string[]> =>
  cover.evaluate((button) => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const { top } = button.getBoundingClientRect();
    return [...document.querySelectorAll('main :is(a, button, input, select)')]
      .filter((element) => element.checkVisibility())
      .filter((element) => element.getBoundingClientRect().bottom > top)
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** Presses a tool of the reader in its row or in the overflow menu. */
export async function pressTool(page: Page, name: string): Promise<void> {
  const tool = page.getByRole('button', { name, exact: true });
  if (await tool.isVisible()) return tool.click();
  await page.getByRole('button', { name: 'More tools' }).click();
  await page.getByRole('menu').getByText(name, { exact: true }).click();
}
