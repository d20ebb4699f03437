import type { Page, Request } from 'playwright-core';
import { button, main, type Screen } from './screens-rows';
import { unfake } from './scenario';

const panel = (page: Page) => page.getByRole('region', { name: 'Documents' });
const row = (page: Page, name: string) =>
  panel(page).getByRole('listitem').filter({ hasText: name });
const upload = (page: Page) => page.getByRole('dialog', { name: 'Upload Document' });

/** The documents of a campaign, as its owner sees them: `handout.txt`, and `secret.txt` with spoilers. */
export const SCREENS_OF_DOCUMENTS: Screen[] = [
  {
    screen: 'Campaign editor, documents',
    at: '/campaigns/{id}',
    heading: 'Edit Campaign',
    rows: [
      [
        'Edit mode also shows a Documents panel.',
        async (page) => panel(page).waitFor({ state: 'attached' }),
      ],
      [
        'Documents load lazily, once, when the panel becomes 10% visible.',
        async (page) => {
          const asked: Request[] = [];
          await page.setViewportSize({ width: 1280, height: 300 });
          await page.reload({ waitUntil: 'commit' });
          // Not before: the page that is left may still be about to ask.
          const live = page.waitForResponse((answer) => /\/api\/live\/(\?|$)/.test(answer.url()));
          page.on('request', (request) => {
            if (new URL(request.url()).pathname === '/api/documents/') asked.push(request);
          });
          await panel(page).waitFor({ state: 'attached' });
          await live;
          expect(asked).toHaveLength(0);
          await panel(page).scrollIntoViewIfNeeded();
          await row(page, 'handout.txt').waitFor();
          await main(page).getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
          await page.setViewportSize({ width: 1280, height: 900 });
          await panel(page).scrollIntoViewIfNeeded();
          expect(asked).toHaveLength(1);
        },
      ],
      [
        "Each row shows the original filename (or the storage key when no filename), a label 'Spoilers' or 'Public', and the created date.",
        async (page) => {
          for (const [name, label] of [
            ['secret.txt', 'Spoilers'],
            ['handout.txt', 'Public'],
          ] as const) {
            await row(page, name).getByText(label, { exact: true }).waitFor();
            const created = await row(page, name).locator('time').getAttribute('datetime');
            expect(Date.now() - Date.parse(created ?? '')).toBeLessThan(24 * 60 * 60 * 1000);
          }
        },
      ],
      [
        "Owners also get an 'Upload Document' button and a Delete button per row.",
        async (page) => {
          await button(panel(page), 'Upload Document').waitFor();
          expect(await panel(page).getByText('Delete', { exact: true }).count()).toBe(2);
          await button(row(page, 'handout.txt'), 'Delete handout.txt').waitFor();
        },
      ],
      [
        'Delete modal: \'Are you sure you want to delete "{filename}"?\' with Cancel and OK.',
        async (page) => {
          await button(row(page, 'handout.txt'), 'Delete handout.txt').click();
          const dialog = page.getByRole('dialog');
          await dialog
            .getByText('Are you sure you want to delete "handout.txt"?', { exact: true })
            .waitFor();
          await button(dialog, 'OK').waitFor();
          await button(dialog, 'Cancel').click();
          await dialog.waitFor({ state: 'detached' });
          await row(page, 'handout.txt').waitFor();
        },
      ],
      [
        "Upload modal: file chooser, 'Contains spoilers' checkbox, Cancel and Upload buttons, and a progress bar with a percent (or 'Starting…' before progress is known).",
        async (page) => {
          await button(panel(page), 'Upload Document').click();
          await upload(page).getByRole('checkbox', { name: 'Contains spoilers' }).waitFor();
          await button(upload(page), 'Cancel').waitFor();
          await page.route('**/api/documents/presign/', () => new Promise(() => {}));
          await upload(page)
            .locator('input[type=file]')
            .setInputFiles({ name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
          await button(upload(page), 'Upload').click();
          await upload(page).getByRole('progressbar', { name: 'map.txt' }).waitFor();
          await upload(page).getByText('Starting…', { exact: true }).waitFor();
        },
      ],
      [
        'Cancel is disabled while uploading.',
        async (page) => {
          expect(await button(upload(page), 'Cancel').isDisabled()).toBe(true);
          await unfake(page);
        },
      ],
    ],
  },
];
