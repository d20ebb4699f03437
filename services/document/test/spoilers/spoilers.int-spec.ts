import { randomUUID } from 'node:crypto';
import type { Method } from '@tomekeeper/testing';
import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { APART, ORIGINALS, RECAP_FOR_GMS, RECAPS } from './lives';
import { showNoDifference } from './property';
import { steps } from './steps';

// Five pairs of worlds on a slow machine.
jest.setTimeout(1_800_000);

describe('a player', () => {
  let service: DocumentApp;
  beforeAll(async () => {
    service = await startDocumentApp();
  });
  afterAll(() => service?.stop());

  it('can not tell worlds apart that differ in their spoilers only', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (life) => showNoDifference(service, life)),
      // `npm run test:long -- spoilers` checks 300.
      propertyRuns(5),
    );
  });

  it('can not tell apart handouts of different sources', async () => {
    await expect(showNoDifference(service, APART)).resolves.toBeUndefined();
  });

  it('can not tell apart originals of notes that were not released', async () => {
    await expect(showNoDifference(service, ORIGINALS)).resolves.toBeUndefined();
  });

  it.each([{ life: RECAPS }, { life: RECAP_FOR_GMS }])(
    'can not tell apart recaps with other sentences for GMs',
    async ({ life }) => {
      await expect(showNoDifference(service, life)).resolves.toBeUndefined();
    },
  );

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

  it('gets the same bytes of a document after a hide and any kind of reveal', async () => {
    const [gm, player] = await Promise.all([
      service.identity.join('Gm'),
      service.identity.join('Player'),
    ]);
    const campaign = service.campaign(gm, [player]);
    const call = async (method: Method, url: string, body?: object) => {
      const answer = await service.call(method, url, { as: gm, body });
      expect(answer.status).toBeLessThan(300);
      return answer.body;
    };
    const markdown = '# Here\n\n> [!secret]\n> The lich\n\n1. be\n\n1. [dragons](#d-HOME)';
    const note = (title: string, home: string) =>
      call('POST', '/api/documents/notes/', {
        ...{ campaign, title, is_spoilers: false },
        markdown: markdown.replace('HOME', home),
      });
    const { id: home } = await note('Home', randomUUID());
    const { id } = await note('Away', home);
    const url = `/api/documents/${id}`;
    const read = async () => {
      // A revealed document is visible once its player text is written.
      await service.readTexts();
      const asked = ['passages/', 'outline/', 'find/?q=dragons', 'backlinks/'];
      const urls = [...asked.map((one) => `${url}/${one}`), `/api/documents/${home}/backlinks/`];
      const answers = await Promise.all(
        urls.map((one) => service.call('GET', one, { as: player })),
      );
      return answers.map(({ status, body }) => [status, JSON.stringify(body)]);
    };
    const before = await read();
    expect(before.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(before.flat().join()).not.toContain('lich');

    const { act } = await call('PATCH', `${url}/`, { is_spoilers: true });
    expect((await read()).map(([status]) => status)).toEqual([404, 404, 404, 404, 200]);
    await call('DELETE', `${url}/acts/${act}/`);
    expect(await read()).toEqual(before);
    await call('PATCH', `${url}/`, { is_spoilers: true });
    await call('PATCH', `${url}/`, { is_spoilers: false });
    expect(await read()).toEqual(before);
    await call('DELETE', `${url}/`);
    await call('POST', `${url}/restore/`);
    expect(await read()).toEqual(before);
  });

  it('of one campaign who owns another sees spoilers only in the owned one', async () => {
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
