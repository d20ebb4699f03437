import type { Locator, Page } from 'playwright-core';

/** A sentence of the specification, and how one sees that it is true of the page. */
export type ScreenRow = [quote: string, check: (page: Page) => Promise<void>];

/** The rows of one screen, which is opened once for all of them. */
export interface Screen {
  screen: string;
  at: string;
  /** The first heading of that page and of no other. */
  heading: string | RegExp;
  rows: ScreenRow[];
}

export const main = (page: Page): Locator => page.getByRole('main');
export const header = (page: Page): Locator => page.getByRole('banner');

/** Opens a page and waits for hydration. */
export async function open(page: Page, { at, heading }: Pick<Screen, 'at' | 'heading'>) {
  await page.goto(at);
  await header(page)
    .getByRole('button', { name: /^Use the (dark|light) theme/ })
    .waitFor();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** Labels of all fields in order, with the hint of optional ones. */
export function fieldLabels(place: Locator): Promise<string[]> {
  return place.locator('input, textarea').evaluateAll((fields) =>
    fields.map((field) => {
      const label = (field as HTMLInputElement).labels?.[0]?.innerText.trim() ?? '';
      const notes = (field.getAttribute('aria-describedby') ?? '').split(' ');
      const optional = notes.some((id) => document.getElementById(id)?.innerText === 'optional');
      return optional ? `${label} (optional)` : label;
    }),
  );
}

export const button = (place: Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });
export const link = (place: Locator, name: string): Locator =>
  place.getByRole('link', { name, exact: true });
export const pathOf = (page: Page): string => new URL(page.url()).pathname;
