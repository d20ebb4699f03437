import { openCampaign, SECRET, type Scenario, TITLE } from './scenario';

export function paper(scenario: () => Scenario): void {
  describe('a campaign on paper', () => {
    it('has the document list alone, marks spoilers for the owner, and has none for a player', async () => {
      const { owner, player, campaign } = scenario();
      for (const { page } of [owner, player]) {
        await page.emulateMedia({ colorScheme: 'dark' });
        await openCampaign(page, campaign);
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
        for (const screenOnly of ['banner', 'form', 'textbox'] as const)
          expect(await page.getByRole(screenOnly).count()).toBe(0);
        for (const name of ['Map.txt', 'Songs.txt'])
          expect(await page.getByRole('link', { name }).isVisible()).toBe(true);
        expect(await page.getByText('Upload Document').isVisible()).toBe(false);
      }
      const secret = owner.page.getByRole('listitem').filter({ hasText: SECRET });
      const label = secret.getByText('Spoilers', { exact: true });
      expect(await label.isVisible()).toBe(true);
      // Ink on paper, though the screen was dark.
      expect(await label.evaluate((element) => getComputedStyle(element).color)).toBe(
        'rgb(0, 0, 0)',
      );
      expect(await player.page.content()).not.toContain(SECRET);
      for (const { page } of [owner, player])
        await page.emulateMedia({ media: 'screen', colorScheme: null });
    });
  });
}
