import type { AddressInfo } from 'node:net';
import type { TestPerson } from '@tomekeeper/testing';
import { eventually } from '@tomekeeper/testing';
import { InteractiveProcesses } from '../../src/sandbox/interactive-processes';
import { startDocumentApp, type DocumentApp } from '../document-app';

let service: DocumentApp;
let attacker: TestPerson, gm: TestPerson;
let campaign: string, other: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [attacker, gm] = (await Promise.all(
    ['Attacker', 'Gm'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson];
  campaign = service.campaign(attacker);
  other = service.campaign(gm);
});
afterAll(() => service?.stop());

const create = (as: TestPerson, body: object) =>
  service.call('POST', '/api/documents/notes/', {
    as,
    body: { title: 'Note', markdown: 'words', ...body },
  });

it('keeps one account that sends many texts at once from delaying others', async () => {
  const slow = '*a_'.repeat(66_000);
  const flood = Array.from({ length: 14 }, () => create(attacker, { campaign, markdown: slow }));
  expect(await create(gm, { campaign: other })).toMatchObject({ status: 201 });
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
  expect(new Set(statuses)).not.toContain(500);
});

it('stops reading a text when its sender disconnects, and makes no note of it', async () => {
  const runs: Promise<unknown>[] = [];
  const processes = service.app.get(InteractiveProcesses);
  const run = jest.spyOn(processes, 'run').mockImplementation((request, work) => {
    const running = InteractiveProcesses.prototype.run.call(processes, request, work);
    runs.push(running);
    return running;
  });
  await service.app.listen(0, '127.0.0.1');
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  const gone = new AbortController();
  const sent = fetch(`http://127.0.0.1:${port}/api/documents/notes/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${attacker.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ campaign, title: 'Gone', markdown: 'words\n\n'.repeat(20_000) }),
    signal: gone.signal,
  });
  await eventually(() => runs.length === 1);
  gone.abort();
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  await expect(runs[0]).rejects.toMatchObject({ code: 'request.disconnected' });
  const { body } = await service.call('GET', `/api/documents/?campaign=${campaign}`, {
    as: attacker,
  });
  expect(body.map(({ title }: { title: string }) => title)).not.toContain('Gone');
  run.mockRestore();
});
