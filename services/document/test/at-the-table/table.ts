import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';

// A GM, a player and a stranger share one service in all tests that need no more. Each test has its own campaign.

export let service: DocumentApp;
export let gm: TestPerson, player: TestPerson, stranger: TestPerson;
export let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player, stranger] = (await Promise.all(
    ['Gm', 'Player', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
});
