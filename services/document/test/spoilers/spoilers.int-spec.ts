import fc from 'fast-check';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { showNoDifference } from './property';
import { steps } from './steps';

jest.setTimeout(120_000);

/** A few lives are enough for every run; `npm run test:long -- spoilers` looks at hundreds. */
const RUNS = 3;

describe('a player', () => {
  let service: DocumentApp;
  beforeAll(async () => {
    service = await startDocumentApp();
  });
  afterAll(() => service?.stop());

  it('can not tell worlds apart that differ in their spoilers only', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (life) => showNoDifference(service, life)),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('sees a document from the moment it is revealed until it is hidden', async () => {
    const [gm, player] = await Promise.all([
      service.identity.join('Gm'),
      service.identity.join('Player'),
    ]);
    const campaign = service.campaign(gm, [player]);
    const { id } = await service.upload(gm, campaign, { spoilers: true });
    const ids = async () =>
      (await service.call('GET', '/api/documents/', { as: player })).body.map(
        (document: { id: string }) => document.id,
      );
    const set = async (is_spoilers: boolean) =>
      expect(
        await service.call('PATCH', `/api/documents/${id}/`, { as: gm, body: { is_spoilers } }),
      ).toMatchObject({ status: 200, body: { id, is_spoilers } });
    expect(await ids()).toEqual([]);
    await set(false);
    expect(await ids()).toEqual([id]);
    await set(true);
    expect(await ids()).toEqual([]);
    const content = await service.call('GET', `/api/documents/${id}/content/`, { as: player });
    expect(content.status).toBe(404);
  });

  it('of one campaign who owns another sees spoilers of their own only', async () => {
    const [gm, both] = await Promise.all([
      service.identity.join('Gm'),
      service.identity.join('Both'),
    ]);
    const played = service.campaign(gm, [both]);
    const owned = service.campaign(both, [gm]);
    await service.upload(gm, played, { spoilers: true });
    const {
      tags: _tags,
      pinned: _pinned,
      updated_at: _at,
      text_state: _text,
      ...open
    } = await service.upload(gm, played);
    const own = await service.upload(both, owned, { spoilers: true });
    const listed = async (query = '') =>
      (await service.call('GET', `/api/documents/${query}`, { as: both })).body;
    expect(await listed()).toEqual([own, open]);
    expect(await listed(`?campaign=${played}`)).toEqual([open]);
    expect(await listed(`?campaign=${owned.toUpperCase()}`)).toEqual([own]);
  });
});
