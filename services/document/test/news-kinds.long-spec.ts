import { randomUUID } from 'node:crypto';
import { campaignDeleted, membershipEnded } from '@tomekeeper/contracts-campaign';
import {
  NEWS_LIMITS,
  newsMailDue,
  type NewsItem,
  type NewsKind,
  type NewsMailDue,
} from '@tomekeeper/contracts-document';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { eventually, settles, watchEvents, type TestPerson } from '@tomekeeper/testing';
import { NewsMailWorker } from '../src/news/mail/news-mail-worker';
import { startDocumentApp, type DocumentApp } from './document-app';

// The tests set the time of mails, and count news at once.
Object.assign(NEWS_LIMITS, { delaySeconds: 0 });

let service: DocumentApp;
let due: readonly NewsMailDue[];
let owner: TestPerson, mira: TestPerson, tobin: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  due = watchEvents(service.uow, newsMailDue);
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [owner, mira, tobin] = (await Promise.all(
    ['Owner', 'Mira', 'Tobin'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(owner, [mira, tobin]);
});

const URL = '/api/documents/news/kinds/';
const ALL: readonly NewsKind[] = ['document', 'recap', 'session', 'note', 'comment'];
const choose = (as: TestPerson, kinds: readonly string[], of = campaign) =>
  service.call('PUT', URL, { as, body: { campaign: of, kinds } });
const chosen = async (as: TestPerson, of = campaign) =>
  (await service.call('GET', `${URL}?campaign=${of}`, { as })).body.kinds;
const kindsOfNews = async (as: TestPerson, of = campaign) => {
  const { body } = await service.call('GET', `/api/documents/news/?campaign=${of}`, { as });
  const sessions = (body.sessions as unknown[]).map(() => 'session');
  return [...(body.news as NewsItem[]).map(({ kind }) => kind), ...sessions].sort();
};
const unread = async (as: TestPerson) =>
  (await service.call('GET', '/api/documents/news/counts/', { as })).body.counts;
const rows = () =>
  service.uow.query<{ person: string }>('SELECT person FROM news_kinds WHERE campaign_id = $1', [
    campaign,
  ]);

/** A new document, a note of Tobin, and comments of Mira and Tobin on a document that both know. */
async function happen(of = campaign) {
  const note = async (as: TestPerson, more: object) => {
    const body = { campaign: of, title: 'A letter', markdown: 'One', ...more };
    return (await service.call('POST', '/api/documents/notes/', { as, body })).body.id as string;
  };
  const known = await note(owner, { is_spoilers: false });
  const { body } = await service.call('GET', `/api/documents/${known}/passages/`, { as: owner });
  const comment = (as: TestPerson) =>
    service.call('POST', `/api/documents/${known}/comments/`, {
      as,
      body: { passage: body.passages[0].id, text: 'Hm.', idempotency_key: randomUUID() },
    });
  await comment(mira);
  await service.call('PUT', `/api/documents/${known}/read/`, { as: mira });
  expect((await comment(tobin)).status).toBe(201);
  await note(tobin, { author_audience: 'party' });
  await note(owner, { is_spoilers: false });
  const from = '2020-01-01T00:00:00Z';
  const recap = { campaign: of, title: 'Session 1: recap', from };
  const made = await service.call('POST', '/api/documents/recaps/', { as: owner, body: recap });
  const published = { as: owner, body: { is_spoilers: false } };
  await service.call('PATCH', `/api/documents/${made.body.id}/`, published);
  const at = new Date().toISOString();
  service.sessions.push({
    ...{ campaign_id: of, session: randomUUID(), number: 2, title: null },
    ...{ announced_at: at, moved_at: null, notified_at: at },
  });
}

describe('kinds of news', () => {
  it('are all on at first, and chosen by each member for each campaign', async () => {
    const other = service.campaign(owner, [mira]);
    expect(await chosen(mira)).toEqual(ALL);
    const answer = await choose(mira, ['comment', 'document', 'comment']);
    expect(answer).toMatchObject({ status: 200, body: { kinds: ['document', 'comment'] } });
    expect(await chosen(mira)).toEqual(['document', 'comment']);
    expect(await chosen(mira, other)).toEqual(ALL);
    expect(await chosen(tobin)).toEqual(ALL);
    await choose(mira, []);
    expect(await chosen(mira)).toEqual([]);
    await choose(mira, ALL);
    expect(await chosen(mira)).toEqual(ALL);
  });

  it('are rejected from other people, and with other words', async () => {
    const stranger = await service.identity.join('Stranger');
    expect((await choose(stranger, [])).status).toBe(404);
    const asked = await service.call('GET', `${URL}?campaign=${campaign}`, { as: stranger });
    expect(asked.status).toBe(404);
    expect((await choose(mira, ['reveal'])).status).toBe(400);
    expect((await choose(mira, [...ALL, 'note'])).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('are in neither lists nor counts while they are off', async () => {
    await happen();
    expect(await kindsOfNews(mira)).toEqual([...ALL].sort());
    for (const kind of ALL) {
      await choose(mira, [kind]);
      expect(await kindsOfNews(mira)).toEqual([kind]);
      expect(await unread(mira)).toEqual([{ campaign, unread: 1, passages: 0 }]);
    }
    await choose(mira, []);
    expect(await kindsOfNews(mira)).toEqual([]);
    expect(await unread(mira)).toEqual([]);
    // Turned on again, unread content is news again.
    await choose(mira, ALL);
    expect(await kindsOfNews(mira)).toEqual([...ALL].sort());
    expect(await kindsOfNews(owner)).toEqual(['comment', 'note']);
    await choose(owner, ['note']);
    expect(await kindsOfNews(owner)).toEqual(['note']);
  });

  it('are in no mails while they are off', async () => {
    for (const as of [owner, mira])
      await service.call('PUT', '/api/documents/news/mail/', {
        ...{ as, body: { campaign, frequency: 'at_once' } },
      });
    await choose(mira, []);
    await choose(owner, ['document', 'comment']);
    const past = "UPDATE news_mail SET mailed_until = now() - interval '1 minute', next_at = now()";
    await happen();
    await service.uow.query(past);
    await service.app.get(NewsMailWorker).mailDue();
    const mailed = () => due.filter((one) => one.campaign_id === campaign);
    await settles(() => expect(mailed().map((one) => one.person_id)).toEqual([owner.id]), {
      timeout: 30_000,
    });
    await choose(mira, ['note']);
    await service.uow.query(past);
    await service.app.get(NewsMailWorker).mailDue();
    await settles(() => expect(mailed().map((one) => one.person_id)).toContain(mira.id), {
      timeout: 30_000,
    });
  });

  it('are in the data export of the person', async () => {
    await choose(mira, ['note']);
    const url = `/internal/opened-documents?person=${mira.id}`;
    const exported = await service.call('GET', url, { token: await service.tokenOfIdentity() });
    expect(exported.body.news_kinds).toEqual([{ campaign, kinds: ['note'] }]);
  });

  it('are deleted with the membership, the account and the campaign', async () => {
    for (const person of [owner, mira, tobin]) await choose(person, []);
    const membership_id = service.membership(campaign, mira);
    await service.hear(membershipEnded, { campaign_id: campaign, membership_id });
    await eventually(async () => (await rows()).length === 2);
    // A call that had looked up the membership before.
    await choose(mira, []);
    expect(await rows()).toHaveLength(2);
    await service.hear(personDeleted, { person_id: tobin.id });
    await eventually(async () => (await rows()).length === 1);
    await service.hear(campaignDeleted, { campaign_id: campaign });
    await eventually(async () => (await rows()).length === 0);
  });
});
