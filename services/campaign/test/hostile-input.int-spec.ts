import {
  faultlessCalls,
  hostileBodies,
  hostileText,
  type Method,
  type TestPerson,
} from '@tomekeeper/testing';
import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { startCampaignApp, type CampaignApp } from './campaign-app';

const BOARD_TEXT = { kind: 'text', id: '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000', text: 'T' };

let service: CampaignApp;
let gm: TestPerson;
let bears: ReturnType<typeof faultlessCalls>;
let id: string;

beforeAll(async () => {
  service = await startCampaignApp();
  gm = await service.identity.join('Gm');
  bears = faultlessCalls(service.call, gm);
  id = await service.campaign(gm);
  await service.call('POST', `/api/campaigns/${id}/sessions/`, { as: gm, body: {} });
});
afterAll(() => service?.stop());

it.each<[Method, string, object]>([
  ['POST', '/api/campaigns/', { title: 'T', game_system: 'G', players: ['a@example.org'] }],
  ['PATCH', '/api/campaigns/{id}/', { title: 'T', game_system: 'G' }],
  ['POST', '/api/campaigns/{id}/add-players/', { players: ['a@example.org'] }],
  ['POST', '/api/campaigns/{id}/remove-players/', { players: ['x'] }],
  ['PUT', '/api/campaigns/{id}/character/', { name: 'Ireena', line: 'A ranger' }],
  ['PUT', '/api/campaigns/{id}/board/', { items: [BOARD_TEXT], version: 0 }],
])('%s %s bears any body', async (method, url, good) => {
  await fc.assert(
    fc.asyncProperty(hostileBodies(good), (body) => bears(method, url.replace('{id}', id), body)),
    propertyRuns(40),
  );
  const list = await service.call('GET', '/api/campaigns/', { as: gm });
  expect(list.status).toBe(200); // Accepted values can be displayed.
});

it('bears any id in a path, and any query', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const part = encodeURIComponent(text.toWellFormed());
      await bears('GET', `/api/campaigns/${part}`);
      await bears('DELETE', `/api/campaigns/${part || 'x'}`);
      await bears('GET', `/api/campaigns/?${part}=${part}`);
    }),
    propertyRuns(40),
  );
});
