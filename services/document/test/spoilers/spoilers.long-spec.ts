import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { showNoDifference } from './property';
import { steps } from './steps';

/** Runs by `npm run test:long -- spoilers`. Repeat a failure with its printed seed and path. */
describe('a player', () => {
  let service: DocumentApp;
  beforeAll(async () => {
    service = await startDocumentApp();
  }, 120_000);
  afterAll(() => service?.stop());

  it('can not tell worlds apart that differ in their spoilers only, in hundreds of campaigns', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (life) => showNoDifference(service, life)),
      propertyRuns(300),
    );
  }, 36_000_000);
});
