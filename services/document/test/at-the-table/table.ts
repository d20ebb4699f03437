import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';

// Somebody who runs a campaign, somebody who plays in it and a stranger: one service for all tests that ask for no more. Each test
// has a campaign of its own.

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
