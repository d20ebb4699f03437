import type { CampaignDocument, TrashedDocument } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { UploadCleanup } from '../src/uploads/upload-cleanup';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, player] = [await service.identity.join('Gm'), await service.identity.join('Player')];
  campaign = service.campaign(gm, [player]);
});

const listed = async (path = '', as = gm) =>
  (await service.call('GET', `/api/documents/${path}?campaign=${campaign}`, { as })).body;
const trash = (): Promise<TrashedDocument[]> => listed('trash/');
const remove = (id: string) => service.call('DELETE', `/api/documents/${id}/`, { as: gm });
const restore = (id: string) => service.call('POST', `/api/documents/${id}/restore/`, { as: gm });
const age = (id: string, days: number) =>
  service.uow.query(
    `UPDATE trashed_document SET deleted_at = now() - $2 * interval '1 day' WHERE id = $1`,
    [id, days],
  );
const DAY = 86_400_000;

describe('a deleted document', () => {
  it('stays in the trash for 30 days, and is restored unchanged', async () => {
    const document = await service.upload(gm, campaign, { spoilers: true });
    const { body: tagged } = await service.call('PATCH', `/api/documents/${document.id}/`, {
      as: gm,
      body: { tags: ['maps'], pinned: true },
    });
    expect((await remove(document.id)).status).toBe(204);
    expect(await listed()).toEqual([]);
    const [lying] = await trash();
    expect(lying).toEqual({
      ...tagged,
      // Documents in the trash are not extracted.
      text_state: undefined,
      deleted_at: expect.any(String),
      goes_at: expect.any(String),
    });
    expect(Date.parse(lying!.goes_at) - Date.parse(lying!.deleted_at)).toBe(30 * DAY);

    expect(await restore(document.id)).toMatchObject({ status: 200, body: tagged });
    expect(await listed()).toEqual([tagged]);
    expect(await trash()).toEqual([]);
    expect((await restore(document.id)).status).toBe(404);
    const content = await service.call('GET', `/api/documents/${document.id}/content/`, { as: gm });
    expect(await (await fetch(content.body.url)).text()).toBe('here be dragons');
  });

  it('is shown to players as something new when it comes back', async () => {
    const [first, second] = [
      await service.upload(gm, campaign, { name: 'first.png' }),
      await service.upload(gm, campaign, { name: 'second.png' }),
    ];
    await remove(first.id);
    expect((await listed('', player)).map(({ id }: CampaignDocument) => id)).toEqual([second.id]);
    await restore(first.id);
    const [shown] = await listed('', player);
    expect(shown.id).toBe(first.id);
    expect(Date.parse(shown.created_at)).toBeGreaterThan(Date.parse(second.created_at));
    expect((await listed()).map(({ id }: CampaignDocument) => id)).toEqual([second.id, first.id]);
  });

  it('is gone or there, never both, when it is deleted and restored at once', async () => {
    const { id } = await service.upload(gm, campaign);
    for (let round = 0; round < 5; round++) {
      await Promise.all([remove(id), restore(id), remove(id), restore(id)]);
      expect([...(await listed()), ...(await trash())].map((one) => one.id)).toEqual([id]);
    }
  });

  it('counts towards the documents that a campaign can have', async () => {
    await service.uow.query(
      `INSERT INTO trashed_document (id, campaign_id, uploader, original_filename, s3_key, content_type, size,
                                     is_spoilers, created_at, tags, pinned)
       SELECT gen_random_uuid(), $1, $2, 'a', 'bulk/' || gen_random_uuid(), 'text/plain', 1, false, now(), '{}', false
         FROM generate_series(1, 2000)`,
      [campaign, gm.id],
    );
    const answer = await service.call('POST', '/api/documents/presign/', {
      as: gm,
      body: { campaign, file_name: 'a.txt', content_type: 'text/plain' },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'document.too_many' } });
    expect(await trash()).toHaveLength(2000);
  });
});

describe('the sweep', () => {
  it('removes only documents older than 30 days in the trash, with their objects', async () => {
    const [old, young] = [await service.upload(gm, campaign), await service.upload(gm, campaign)];
    for (const { id } of [old, young]) await remove(id);
    await age(old.id, 30.1);
    await age(young.id, 29.9);
    await service.app.get(UploadCleanup).sweep();
    expect((await trash()).map(({ id }) => id)).toEqual([young.id]);
    await eventually(async () =>
      (await service.objects()).includes(old.s3_key) ? undefined : true,
    );
    expect(await service.objects()).toContain(young.s3_key);
    expect((await restore(old.id)).status).toBe(404);
  });
});
