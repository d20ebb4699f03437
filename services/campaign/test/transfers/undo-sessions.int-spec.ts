import { randomUUID } from 'node:crypto';
import {
  campaignContent,
  importSessionsAnswer,
  undoImportedSessionsAnswer,
} from '@tomekeeper/contracts-campaign';
import { InternalClient, ServiceTokenSigner, UpstreamUnavailable } from '@tomekeeper/internal-http';
import type { TestPerson } from '@tomekeeper/testing';
import { announced, session } from './imported-session';
import { newCampaign, startTransferApp, type TransferApp } from './transfer-app';

let app: TransferApp;
let owner: TestPerson, player: TestPerson;

beforeAll(async () => {
  app = await startTransferApp();
  ({ owner, player } = app.people);
});
afterAll(() => app?.service.stop());
beforeEach(() => newCampaign(app));

const undo = async (importId: string) =>
  (await app.internal('DELETE', `imported-sessions/${importId}`)).body;

describe('undo', () => {
  it('deletes unchanged sessions of the import, and names sessions with changes or answers', async () => {
    const importId = randomUUID();
    await app.imported([session({ title: 'Of another import' })]);
    const titles = ['Same', 'Renamed', 'Answered', 'Listed', 'Boarded', 'Gone'];
    const starts_at = '2027-03-05T19:00:00.000Z';
    const text = [{ text: 'Dice', done: false }];
    await app.imported(
      titles.map((title, at) => announced(at + 1, { title, starts_at, checklist: text })),
      importId,
    );
    const ids: Record<string, string> = Object.fromEntries(
      (await app.list(owner)).map(({ id, title }: { id: string; title: string }) => [title, id]),
    );
    await app.api('PATCH', `sessions/${ids['Renamed']}/`, { title: 'Another' });
    await app.api('PATCH', `sessions/${ids['Answered']}/`, { attendance: 'no' }, player);
    await app.api('POST', `sessions/${ids['Listed']}/checklist/`, { text: 'Snacks' });
    const items = [{ kind: 'text', id: randomUUID(), text: 'Odo lies' }];
    await app.api('PUT', `board/?session=${ids['Boarded']}`, { items, version: 0 });
    await app.service.call('DELETE', `/api/campaigns/${app.campaign}/sessions/${ids['Gone']}/`, {
      as: owner,
    });

    const hints = app.service.hints.length;
    const remaining = ['Renamed', 'Answered', 'Listed', 'Boarded'].map((title) => ({
      ...{ id: ids[title], number: titles.indexOf(title) + 1 },
      title: title === 'Renamed' ? 'Another' : title,
    }));
    expect(await undo(importId)).toEqual({ deleted: 1, remaining });
    expect(app.service.hints.slice(hints)).toMatchObject([{ kind: 'sessions', to: 'party' }]);
    expect(await undo(importId)).toEqual({ deleted: 0, remaining });
    expect(app.service.hints).toHaveLength(hints + 1);
    expect(await app.list(owner)).toHaveLength(5);
  });

  it('of an unannounced session sends an event to GMs, and of a deleted campaign deletes nothing', async () => {
    const importId = randomUUID();
    await app.imported([session()], importId);
    const hints = app.service.hints.length;
    expect(await undo(importId)).toEqual({ deleted: 1, remaining: [] });
    expect(app.service.hints.slice(hints)).toMatchObject([{ kind: 'sessions', to: 'gm' }]);
    app.campaign = randomUUID();
    expect(await undo(importId)).toEqual({ deleted: 0, remaining: [] });
  });
});

it('and the other calls answer the client of other services', async () => {
  const { app: server, keys } = app.service;
  await server.listen(0, '127.0.0.1');
  const signer = await ServiceTokenSigner.create(keys.privateKey('document'));
  const client = new InternalClient({
    ...{ service: 'campaign', origins: [await server.getUrl()], signer, timeoutMs: 30_000 },
  });
  const path = `/internal/campaigns/${app.campaign}`;
  const sessions = [session({ title: 'Odo “lies” 龍' })];
  const put = (user: string) =>
    client.put(
      `${path}/imported-sessions/${randomUUID()}`,
      { user, sessions },
      importSessionsAnswer,
    );
  try {
    expect(await put(owner.id)).toEqual({ added: 1, known: 0, no_room: 0 });
    await expect(put(player.id)).rejects.toThrow(UpstreamUnavailable);
    expect(await put(app.people.stranger.id)).toBeUndefined();
    const content = await client.get(`${path}/content?user=${owner.id}`, campaignContent);
    expect(content?.sessions).toHaveLength(1);
    const undone = await client.delete(
      `${path}/imported-sessions/${randomUUID()}`,
      undoImportedSessionsAnswer,
    );
    expect(undone).toEqual({ deleted: 0, remaining: [] });
  } finally {
    await client.close();
  }
});
