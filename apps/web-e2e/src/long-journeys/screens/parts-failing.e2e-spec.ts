import fs from 'node:fs/promises';
import path from 'node:path';
import { settles } from '@tomekeeper/testing';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { callApi, newUser, openTab, signIn, type Tab } from '../../product/person';
import { shared } from '../../product/shared-product';

describe('when a part of the product is gone', () => {
  let gm: Tab;
  let campaign: string;

  beforeAll(async () => {
    gm = await newUser('Hedda', 'Crane');
    campaign = await newCampaign(gm, 'Lanterns Out');
  });
  afterAll(async () => {
    await gm?.context.close();
    await closeBrowser();
  });

  const statusOf = async (call: string) => (await callApi(gm, 'GET', call)).status;

  it('a stopped document service answers 503, and the rest works on', async () => {
    await shared.control('stop', 'document');
    try {
      const answer = await callApi(gm, 'GET', '/api/documents/');
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      expect(answer.body).toMatchObject({ status: 503, code: 'service.unavailable' });
      expect(await statusOf('/api/campaigns/')).toBe(200);
      await gm.page.goto(`/campaigns/${campaign}`);
      await gm.page.getByRole('heading', { level: 1, name: 'Edit Campaign' }).waitFor();
      const documents = gm.page.getByRole('region', { name: 'Documents' });
      await documents.scrollIntoViewIfNeeded();
      await documents.getByRole('button', { name: /try again|retry/i }).waitFor();
    } finally {
      await shared.control('start', 'document');
    }
    await settles(async () => expect(await statusOf('/api/documents/')).toBe(200), {
      timeout: 60_000,
    });
    const documents = gm.page.getByRole('region', { name: 'Documents' });
    const again = documents.getByRole('button', { name: /try again|retry/i });
    const upload = documents.getByRole('button', { name: 'Upload Document' }).first();
    // A hint may have loaded the list again before anybody presses.
    await again.or(upload).first().waitFor();
    if (await again.isVisible()) await again.click({ timeout: 2000 }).catch(() => undefined);
    await upload.waitFor();
  });

  it('a stopped identity service leaves campaigns working for who is signed in', async () => {
    await shared.control('stop', 'identity');
    try {
      expect(await statusOf('/api/me/')).toBe(503);
      expect(await statusOf('/api/campaigns/')).toBe(200);
      const detail = await callApi(gm, 'GET', `/api/campaigns/${campaign}/`);
      expect(detail.status).toBe(200);
    } finally {
      await shared.control('start', 'identity');
    }
    await settles(async () => expect(await statusOf('/api/me/')).toBe(200), { timeout: 60_000 });
  });

  it('a stopped campaign service closes documents rather than guessing who may see them', async () => {
    await shared.control('stop', 'campaign');
    try {
      expect(await statusOf('/api/campaigns/')).toBe(503);
      expect(await statusOf('/api/documents/')).toBe(503);
      expect(await statusOf('/api/me/')).toBe(200);
    } finally {
      await shared.control('start', 'campaign');
    }
    await settles(async () => expect(await statusOf('/api/documents/')).toBe(200), {
      timeout: 60_000,
    });
  });

  it('a deleted remote costs its own routes only', async () => {
    const remotes = path.join(shared.dataDir, 'remotes');
    const away = path.join(shared.dataDir, 'campaigns-away');
    await fs.rename(path.join(remotes, 'campaigns'), away);
    // A new browser, because the previous one has cached the remote's immutable files.
    const other = await openTab(gm.person);
    const fresh = other.page;
    try {
      await signIn(other);
      await fresh.goto('/home');
      await fresh.getByRole('button', { name: /try again|retry/i }).waitFor();
      await fresh.getByRole('link', { name: 'Features' }).first().click();
      await fresh.getByRole('heading', { level: 1 }).waitFor();
      await fresh.goto('/account');
      await fresh.getByLabel('First name').waitFor();
      await fs.rename(away, path.join(remotes, 'campaigns'));
      await fresh.goto('/home');
      await fresh.getByText('Lanterns Out').waitFor();
    } finally {
      await fs.rename(away, path.join(remotes, 'campaigns')).catch(() => undefined);
      await other.context.close();
    }
  });
});
