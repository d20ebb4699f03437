import { randomUUID } from 'node:crypto';
import type { TestPerson } from '@tomekeeper/testing';
import { session } from './imported-session';
import { newCampaign, startTransferApp, type TransferApp } from './transfer-app';

let app: TransferApp;
let owner: TestPerson, coGm: TestPerson, player: TestPerson, stranger: TestPerson;

beforeAll(async () => {
  app = await startTransferApp();
  ({ owner, coGm, player, stranger } = app.people);
});
afterAll(() => app?.service.stop());
beforeEach(() => newCampaign(app));

describe('the content of a campaign', () => {
  it('contains all sessions with boards and checklists for GMs, the first session first', async () => {
    const played = await app.api('POST', 'sessions/', { state: 'closed', title: 'The gate' });
    const plan = randomUUID();
    const hidden = await app.api('POST', 'sessions/', { title: 'The betrayal', plan });
    await app.api('POST', `sessions/${hidden.id}/checklist/`, { text: 'Print the letter' });
    const items = [{ kind: 'text', id: randomUUID(), text: 'Odo lies' }];
    await app.api('PUT', `board/?session=${hidden.id}`, { items, version: 0 });
    await app.api('PUT', 'character/', { name: 'Ireena', line: 'A ranger' }, player);

    for (const gm of [owner, coGm]) {
      expect((await app.internal('GET', `content?user=${gm.id}`)).body).toEqual({
        game_system: 'D&D 5e',
        members: expect.arrayContaining([
          { id: owner.id, name: 'Owner' },
          { id: player.id, name: 'Player', character: { name: 'Ireena', line: 'A ranger' } },
        ]),
        sessions: [
          { id: played.id, title: 'The gate' },
          { id: hidden.id, title: 'The betrayal' },
        ],
      });
      const { body } = await app.internal('GET', `content/sessions/${hidden.id}?user=${gm.id}`);
      const seen = await app.api('GET', `sessions/${hidden.id}/`, undefined, gm);
      expect(body).toEqual({ ...seen, board: items });
      expect(body).toMatchObject({ plan, checklist_items: [{ text: 'Print the letter' }] });
    }
  });

  it('equals the public API for players, whether or not there are hidden sessions', async () => {
    const shown = await app.api('POST', 'sessions/', { announced: true, title: 'Odo lies' });
    await app.api('PATCH', `sessions/${shown.id}/`, { attendance: 'yes' }, player);
    const read = async () => [
      (await app.internal('GET', `content?user=${player.id}`)).body,
      (await app.internal('GET', `content/sessions/${shown.id}?user=${player.id}`)).body,
    ];
    const before = await read();
    expect(before).toEqual([
      {
        game_system: 'D&D 5e',
        members: expect.any(Array),
        sessions: [{ id: shown.id, title: null }],
      },
      await app.api('GET', `sessions/${shown.id}/`, undefined, player),
    ]);
    expect(before[1]).toMatchObject({ title: null, attendance: 'yes' });

    const notes = { plan: randomUUID(), recap: randomUUID() };
    const hidden = await app.api('POST', 'sessions/', { title: 'The end', ...notes });
    await app.api('PATCH', `sessions/${shown.id}/`, notes);
    await app.api('POST', `sessions/${shown.id}/checklist/`, { text: 'Odo lies' });
    const items = [{ kind: 'text', id: randomUUID(), text: 'Odo lies' }];
    await app.api('PUT', `board/?session=${shown.id}`, { items, version: 0 });
    await app.imported([session({ title: 'The betrayal' })]);
    expect(JSON.stringify(await read())).toBe(JSON.stringify(before));
    const absent = await app.internal('GET', `content/sessions/${hidden.id}?user=${player.id}`);
    expect([absent.status, absent.body.code]).toEqual([404, 'campaign.session_not_found']);
  });

  it('is for the document service only, and for members', async () => {
    const { id } = await app.api('POST', 'sessions/', { announced: true });
    for (const path of ['content', `content/sessions/${id}`]) {
      const of = (user: string) => `${path}?user=${user}`;
      expect((await app.internal('GET', of(owner.id))).status).toBe(200);
      expect((await app.internal('GET', of(stranger.id))).status).toBe(404);
      expect((await app.internal('GET', of('x'))).status).toBe(400);
      expect((await app.internal('GET', of(owner.id), undefined, owner.token)).status).toBe(401);
      expect(
        (await app.internal('GET', of(owner.id), undefined, await app.tokenOf('search'))).status,
      ).toBe(403);
    }
  });
});
