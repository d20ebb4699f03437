import { randomUUID } from 'node:crypto';
import type { LedgerAnswer, LedgerEntry } from '@tomekeeper/contracts-document';
import { ledgerAnswer } from '@tomekeeper/contracts-document';
import { campaign, gm, player, service, stranger } from './table';

const ask = (query = '', as = gm, of = campaign) =>
  service.call('GET', `/api/campaigns/${of}/ledger/${query}`, { as });
async function read(query = ''): Promise<Required<Pick<LedgerAnswer, 'entries'>> & LedgerAnswer> {
  const answer = await ask(query);
  expect(answer).toMatchObject({ status: 200 });
  const { entries = [], ...more } = ledgerAnswer.parse(answer.body);
  return { entries, ...more };
}
const change = (id: string, body: object) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: gm, body });
const told = ({ act, audience, can_take_back }: LedgerEntry) =>
  `${act}: ${audience}${can_take_back ? ', can be undone' : ''}`;

it('lists reveals and hides, newest first, and whether they can be undone', async () => {
  const { id } = await service.upload(gm, campaign, { name: 'map.bin', spoilers: true });
  await change(id, { is_spoilers: false });
  await change(id, { is_spoilers: true, original_filename: 'chart.png' });
  const { entries, next } = await read();
  expect(entries.map(told)).toEqual(['hide: gm, can be undone', 'reveal: party', 'upload: gm']);
  expect(next).toBeUndefined();
  for (const entry of entries)
    expect(entry).toMatchObject({ document: id, title: 'chart.png', by: gm.id });
  const times = entries.map(({ at }) => at);
  expect([...times].sort().reverse()).toEqual(times);
});

it('tells passages from the document that was hidden with them', async () => {
  const made = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title: 'Keep', is_spoilers: true, markdown: 'The gate.\n\nThe hall.' },
  });
  const { id } = made.body as { id: string };
  const { body } = await service.call('GET', `/api/documents/${id}/passages/`, { as: gm });
  const passages = (body as { passages: { id: string }[] }).passages.map((one) => one.id);
  await service.call('PUT', `/api/documents/${id}/audience/`, {
    as: gm,
    body: { passages: passages.slice(0, 1), audience: 'party', public_title: 'A gate' },
  });
  await change(id, { is_spoilers: false });
  await service.call('PUT', `/api/documents/${id}/audience/`, {
    as: gm,
    body: { passages: passages.slice(1), audience: { players: [player.id] } },
  });
  await change(id, { is_spoilers: true });
  const { entries } = await read();
  expect(entries.map((one) => [one.act, one.passages?.count, one.of_document])).toEqual([
    ['hide', 2, true],
    ['hide', 1, undefined],
    ['reveal', undefined, undefined],
    ['reveal', 1, undefined],
    ['upload', undefined, undefined],
  ]);
});

it('names a document in the trash, and omits the name of a permanently deleted one', async () => {
  const { id } = await service.upload(gm, campaign, { name: 'map.bin' });
  await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
  expect((await read()).entries).toMatchObject([
    { act: 'delete', title: 'map.bin', can_take_back: false },
    { act: 'upload', title: 'map.bin' },
  ]);
  await service.call('DELETE', `/api/documents/trash/${id}/`, { as: gm });
  const { entries } = await read();
  expect(entries.map((one) => [one.act, one.title])).toEqual([
    ['delete', undefined],
    ['upload', undefined],
  ]);
});

it('is of one campaign, and says nothing to its players', async () => {
  await service.upload(gm, campaign);
  const other = service.campaign(gm);
  expect((await ask('', gm, other)).body).toEqual({ entries: [] });
  expect((await ask('', player)).status).toBe(403);
  expect((await ask('', stranger)).status).toBe(404);
  expect((await ask('', gm, randomUUID())).status).toBe(404);
  expect((await ask('', gm, 'nonsense')).status).toBe(404);
  expect((await ask('', gm, campaign.toUpperCase())).body.entries).toHaveLength(1);
  const viewAs = { as: gm, headers: { 'x-view-as': 'party' } };
  const refused = await service.call('GET', `/api/campaigns/${campaign}/ledger/`, viewAs);
  expect(refused.status).toBe(400);
});

it('pages after an entry, a hundred at a time', async () => {
  const document = randomUUID();
  await service.uow.query(
    `INSERT INTO ledger_entry (campaign_id, document_id, text_version, act, audience, at)
     SELECT $1, $2, 0, CASE WHEN n % 2 = 0 THEN 'hide' ELSE 'reveal' END, CASE WHEN n % 2 = 0 THEN 'gm' ELSE 'party' END,
            now() + n * interval '1 second'
       FROM generate_series(1, 250) n ORDER BY n`,
    [campaign, document],
  );
  const pages: LedgerEntry[][] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const { entries, next }: LedgerAnswer = await read(after && `?after=${after}`);
    pages.push(entries ?? []);
    after = next;
  }
  expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
  const times = pages.flat().map(({ at }) => at);
  expect([...new Set(times)].sort().reverse()).toEqual(times);
  expect(times).toHaveLength(250);
});

it('rejects unknown values', async () => {
  await service.upload(gm, campaign);
  const { id } = await service.upload(gm, service.campaign(gm));
  const [elsewhere] = await service.uow.query<{ id: string }>(
    'SELECT id FROM ledger_entry WHERE document_id = $1',
    [id],
  );
  for (const query of [`?after=${randomUUID()}`, `?after=${elsewhere?.id}`, '?after=nonsense'])
    expect(await ask(query)).toMatchObject({
      status: 400,
      body: { code: 'validation', after: [expect.any(String)] },
    });
});
