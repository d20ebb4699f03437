import { randomUUID } from 'node:crypto';
import {
  campaignDeleted,
  membershipEnded,
  type ChangedSession,
} from '@tomekeeper/contracts-campaign';
import { NEWS_LIMITS, newsMailDue, type NewsMailDue } from '@tomekeeper/contracts-document';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { eventually, settles, watchEvents, type TestPerson } from '@tomekeeper/testing';
import { NewsMailWorker } from '../src/news/mail/news-mail-worker';
import { startDocumentApp, type DocumentApp } from './document-app';

/** In seconds. A step of a test may take ten seconds on a busy machine. */
const DELAY = 3600;
Object.assign(NEWS_LIMITS, { delaySeconds: DELAY });

let service: DocumentApp;
let due: readonly NewsMailDue[];
let owner: TestPerson, coGm: TestPerson, mira: TestPerson, tobin: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  due = watchEvents(service.uow, newsMailDue);
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [owner, coGm, mira, tobin] = (await Promise.all(
    ['Owner', 'Co-GM', 'Mira', 'Tobin'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(owner, [mira, tobin], [coGm]);
  service.sessions.length = 0;
});

/** Time in ISO 8601, in seconds before now. */
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
/** An announced session in the campaign service. */
function announce(at = ago(0), more: Partial<ChangedSession> = {}): ChangedSession {
  const session: ChangedSession = {
    ...{ campaign_id: campaign, session: randomUUID(), number: 12, title: null },
    ...{ announced_at: at, moved_at: null, notified_at: at, ...more },
  };
  service.sessions.push(session);
  return session;
}
const ask = async (as: TestPerson) =>
  (await service.call('GET', `/api/documents/news/?campaign=${campaign}`, { as })).body;
const changes = async (as: TestPerson) =>
  ((await ask(as)).sessions as { change: string }[]).map(({ change }) => change);
const unread = async (as: TestPerson) =>
  (await service.call('GET', '/api/documents/news/counts/', { as })).body.counts;
const read = (as: TestPerson, more: object = { kind: 'session' }) =>
  service.call('PUT', '/api/documents/news/read/', { as, body: { campaign, ...more } });

describe('news of sessions', () => {
  it('name announced and moved sessions to players until they open the sessions', async () => {
    const first = announce(ago(120), { title: 'The gate' });
    announce(ago(60), { number: 13, moved_at: ago(30) });
    const { sessions } = await ask(mira);
    expect(sessions).toEqual([
      {
        ...{ session: service.sessions[1]!.session, number: 13, title: null },
        ...{ change: 'announced', at: service.sessions[1]!.moved_at },
      },
      {
        ...{ session: first.session, number: 12, title: 'The gate' },
        ...{ change: 'announced', at: first.announced_at },
      },
    ]);
    for (const gm of [owner, coGm]) expect(await changes(gm)).toEqual([]);
    expect((await read(mira)).status).toBe(204);
    expect(await changes(mira)).toEqual([]);
    expect(await changes(tobin)).toHaveLength(2);
    Object.assign(first, { moved_at: ago(0) });
    expect(await changes(mira)).toEqual(['moved']);
    await read(mira, {});
    expect(await changes(mira)).toEqual([]);
  });

  it('are read apart from documents, and together with all news', async () => {
    announce(ago(60));
    const body = { campaign, title: 'A letter', markdown: 'One', is_spoilers: false };
    await service.call('POST', '/api/documents/notes/', { as: owner, body });
    await read(mira);
    expect(await ask(mira)).toMatchObject({ news: [{ kind: 'document' }], sessions: [] });
    await read(tobin, {});
    expect(await ask(tobin)).toEqual({ news: [], sessions: [] });
  });

  it('are counted after a delay, in which an announcement can be withdrawn', async () => {
    announce(ago(DELAY - 60));
    expect(await unread(mira)).toEqual([]);
    announce(ago(DELAY + 60));
    expect(await unread(mira)).toEqual([{ campaign, unread: 1, passages: 0 }]);
    expect(await unread(owner)).toEqual([]);
    service.sessions.length = 0;
    expect(await unread(mira)).toEqual([]);
  });

  it('are rejected with other words, and from strangers', async () => {
    expect((await read(mira, { kind: 'document' })).status).toBe(400);
    expect((await read(await service.identity.join('Stranger'))).status).toBe(404);
  });
});

describe('a mail', () => {
  const choose = (as: TestPerson, seconds: number) =>
    service
      .call('PUT', '/api/documents/news/mail/', { as, body: { campaign, frequency: 'at_once' } })
      .then(() =>
        service.uow.query('UPDATE news_mail SET mailed_until = $1 WHERE campaign_id = $2', [
          ago(seconds),
          campaign,
        ]),
      );
  const run = async () => {
    await service.uow.query('UPDATE news_mail SET next_at = now()');
    await service.app.get(NewsMailWorker).mailDue();
  };
  const expectMails = (count: number) =>
    settles(() => expect(due.filter((one) => one.campaign_id === campaign)).toHaveLength(count), {
      timeout: 30_000,
    });

  it('is due once for changes that are one notification', async () => {
    await choose(mira, DELAY + 600);
    const session = announce(ago(DELAY + 300));
    await run();
    await expectMails(1);
    Object.assign(session, { moved_at: ago(DELAY + 60) });
    await run();
    await expectMails(1);
    Object.assign(session, { moved_at: ago(DELAY + 30), notified_at: ago(DELAY + 30) });
    await run();
    await expectMails(2);
  });

  it('is not due for an announcement that was withdrawn or is read', async () => {
    await choose(mira, DELAY + 600);
    announce(ago(DELAY - 60));
    await run();
    service.sessions.length = 0;
    await run();
    announce(ago(DELAY + 60));
    await read(mira);
    await run();
    await expectMails(0);
  });
});

describe('the read state', () => {
  const rows = () =>
    service.uow.query('SELECT 1 FROM news_reader WHERE campaign_id = $1', [campaign]);

  it('is in the data export of the person', async () => {
    await read(mira);
    await read(tobin, {});
    const exported = async (person: TestPerson) =>
      (
        await service.call('GET', `/internal/opened-documents?person=${person.id}`, {
          token: await service.tokenOfIdentity(),
        })
      ).body.sessions_read;
    expect(await exported(mira)).toEqual([{ campaign, at: expect.any(String) }]);
    expect(await exported(tobin)).toEqual([]);
  });

  it('is deleted with the membership, the account and the campaign', async () => {
    for (const person of [mira, tobin, owner]) await read(person);
    const membership_id = service.membership(campaign, mira);
    await service.hear(membershipEnded, { campaign_id: campaign, membership_id });
    await eventually(async () => (await rows()).length === 2);
    await service.hear(personDeleted, { person_id: tobin.id });
    await eventually(async () => (await rows()).length === 1);
    await service.hear(campaignDeleted, { campaign_id: campaign });
    await eventually(async () => (await rows()).length === 0);
  });
});
