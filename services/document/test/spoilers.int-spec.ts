import fc from 'fast-check';
import type * as VisibleDocuments from '../src/documents/visible-documents';
import type * as DocumentAppModule from './document-app';
import { startDocumentApp, type DocumentApp } from './document-app';
import { CANARY, playWorlds, playerTranscript, type Step } from './player-transcript';

const name = fc.constantFrom('map.png', 'Süd.txt', 'a'.repeat(240), '🐉.pdf');
const which = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('upload' as const), name }),
  fc.record({ do: fc.constant('upload-spoiler' as const), name }),
  fc.record({ do: fc.constant('hide-and-reveal' as const), which }),
  fc.record({ do: fc.constant('rename' as const), which, name }),
  fc.record({ do: fc.constant('delete' as const), which }),
);

jest.setTimeout(120_000);

describe('a player', () => {
  let service: DocumentApp;
  beforeAll(async () => {
    service = await startDocumentApp();
  });
  afterAll(() => service?.stop());

  it('can not tell a world with spoilers from the same world without', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const { without, withSpoilers } = await playWorlds(service, steps);
        const told = await playerTranscript(service, withSpoilers);
        expect(told).toBe(await playerTranscript(service, without));
        expect(told).not.toContain(CANARY);
      }),
      { numRuns: 12, endOnFailure: true },
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
    const open = await service.upload(gm, played);
    const own = await service.upload(both, owned, { spoilers: true });
    const listed = async (query = '') =>
      (await service.call('GET', `/api/documents/${query}`, { as: both })).body;
    expect(await listed()).toEqual([own, open]);
    expect(await listed(`?campaign=${played}`)).toEqual([open]);
    expect(await listed(`?campaign=${owned.toUpperCase()}`)).toEqual([own]);
  });
});

describe('this test', () => {
  it('fails when the scope is broken', async () => {
    await jest.isolateModulesAsync(async () => {
      jest.doMock('../src/documents/visible-documents', () => brokenScope());
      const { startDocumentApp: start } =
        jest.requireActual<typeof DocumentAppModule>('./document-app');
      const broken = await start();
      try {
        const { without, withSpoilers } = await playWorlds(broken, [
          { do: 'upload', name: 'map.png' },
          { do: 'upload-spoiler', name: 'plot.txt' },
        ]);
        const told = await playerTranscript(broken, withSpoilers);
        expect(told).not.toBe(await playerTranscript(broken, without));
        expect(told).toContain(CANARY);
      } finally {
        await broken.stop();
      }
    });
  });
});

/** The scoped queries without their rule about spoilers. */
function brokenScope(): typeof VisibleDocuments {
  const sound = jest.requireActual<typeof VisibleDocuments>('../src/documents/visible-documents');
  type Db = Parameters<typeof sound.visibleDocuments>[0];
  const leaky = (db: Db): Db => ({
    query: (sql, parameters) => db.query(sql.replace('AND NOT is_spoilers', ''), parameters),
  });
  return {
    ...sound,
    visibleDocuments: (db, scope) => sound.visibleDocuments(leaky(db), scope),
    visibleDocument: (db, scope, id) => sound.visibleDocument(leaky(db), scope, id),
  };
}
