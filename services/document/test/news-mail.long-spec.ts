import { randomUUID } from 'node:crypto';
import { campaignDeleted, membershipEnded } from '@tomekeeper/contracts-campaign';
import {
  NEWS_LIMITS,
  newsMailDue,
  type AuthorAudience,
  type NewsMailDue,
  type NewsMailFrequency,
} from '@tomekeeper/contracts-document';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { eventually, settles, watchEvents, type TestPerson } from '@tomekeeper/testing';
import { NewsMailWorker } from '../src/news/mail/news-mail-worker';
import { NewsService } from '../src/news/news.service';
import { startDocumentApp, type DocumentApp } from './document-app';

// A step of a test may take ten seconds on a busy machine.
Object.assign(NEWS_LIMITS, { delaySeconds: 60 });

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
});

const URL = '/api/documents/news/mail/';
const choose = (as: TestPerson, frequency: NewsMailFrequency) =>
  service.call('PUT', URL, { as, body: { campaign, frequency } });
const chosen = async (as: TestPerson) =>
  (await service.call('GET', `${URL}?campaign=${campaign}`, { as })).body.frequency;
const stop = (token: string) => service.call('POST', `${URL}stop/?token=${token}`);

/** Creates a note with a hidden passage per word. */
async function note(words: string[]) {
  const body = { campaign, title: 'A letter', is_spoilers: true, markdown: words.join('\n\n') };
  const made = await service.call('POST', '/api/documents/notes/', { as: owner, body });
  const id: string = made.body.id;
  const { body: text } = await service.call('GET', `/api/documents/${id}/passages/`, { as: owner });
  return { id, passages: text.passages.map((one: { id: string }) => one.id) as string[] };
}
async function reveal(id: string, passages: string[], audience: object | string = 'party') {
  const body = { passages, audience, public_title: 'A name' };
  const answer = await service.call('PUT', `/api/documents/${id}/audience/`, { as: owner, body });
  expect(answer.status).toBe(200);
  return answer.body.act as string;
}
/** Reveals a new document to the party. */
async function revealNew() {
  const { id, passages } = await note(['One']);
  return { id, passages, act: await reveal(id, passages) };
}
async function write(as: TestPerson, author_audience: AuthorAudience): Promise<void> {
  const body = { campaign, title: 'Suspects', markdown: 'He lied.', author_audience };
  expect((await service.call('POST', '/api/documents/notes/', { as, body })).status).toBe(201);
}

const AGED = {
  document: ['created_at', 'shown_since', 'text_shown_since', 'updated_at'],
  handout_reader: ['since'],
  ledger_entry: ['at'],
  note: ['saved_at'],
  passage: ['born_at'],
  document_read: ['at'],
  comment: ['created_at'],
  news_mail: ['mailed_until', 'next_at'],
};
/** Lets time pass: moves everything into the past. */
async function pass(interval: string): Promise<void> {
  await service.uow.run(async (tx) => {
    for (const [table, columns] of Object.entries(AGED))
      await tx.query(
        `UPDATE ${table} SET ${columns.map((one) => `${one} = ${one} - interval '${interval}'`).join(', ')}`,
      );
  });
}
/** Runs the job after a pause, which is longer than the delay of news and the time between two checks. */
async function run(pause = '2 minutes'): Promise<void> {
  await pass(pause);
  await service.app.get(NewsMailWorker).mailDue();
}
/** Requested mails of the campaign, by person. */
const mailed = () => due.filter((one) => one.campaign_id === campaign).map((one) => one.person_id);
/** The scheduled job of the service may have claimed a row before the test does. */
const expectMailed = (...people: TestPerson[]) =>
  settles(() => expect(mailed()).toEqual(people.map(({ id }) => id)), { timeout: 30_000 });

const rows = () =>
  service.uow.query<{ person: string; token: string }>(
    'SELECT person, token FROM news_mail WHERE campaign_id = $1',
    [campaign],
  );

describe('the choice', () => {
  it('is off at first, and belongs to one member and campaign', async () => {
    expect(await chosen(mira)).toBe('off');
    expect(await choose(mira, 'daily')).toMatchObject({
      status: 200,
      body: { frequency: 'daily' },
    });
    expect(await chosen(mira)).toBe('daily');
    await choose(owner, 'at_once');
    expect(await chosen(owner)).toBe('at_once');
    expect(await chosen(tobin)).toBe('off');
    // They are in the data export of the person.
    const url = `/internal/opened-documents?person=${mira.id}`;
    const exported = await service.call('GET', url, { token: await service.tokenOfIdentity() });
    expect(exported.body.news_mails).toEqual([{ campaign, frequency: 'daily' }]);
    await choose(mira, 'off');
    expect(await chosen(mira)).toBe('off');
  });

  it('is rejected from other people, and with other words', async () => {
    const stranger = await service.identity.join('Stranger');
    expect((await choose(stranger, 'daily')).status).toBe(404);
    const asked = await service.call('GET', `${URL}?campaign=${campaign}`, { as: stranger });
    expect(asked.status).toBe(404);
    expect((await choose(mira, 'weekly' as NewsMailFrequency)).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('is stopped by the token of a mail, also with the one-click call of a mail client', async () => {
    await choose(mira, 'daily');
    const { token } = (await rows())[0]!;
    const oneClick = await service.app.inject({
      method: 'POST',
      url: `${URL}stop/?token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(oneClick.statusCode).toBe(204);
    expect(await chosen(mira)).toBe('off');
    // An earlier mail stops the mails of a later choice too.
    await choose(mira, 'at_once');
    expect((await stop(token)).status).toBe(204);
    expect(await chosen(mira)).toBe('off');
    for (const unknown of [randomUUID(), 'x', '']) expect((await stop(unknown)).status).toBe(204);
    expect((await service.call('POST', `${URL}stop/`)).status).toBe(204);
  });
});

describe('a mail', () => {
  it('is due some time after a reveal, once, for members who asked for it', async () => {
    await choose(mira, 'at_once');
    await revealNew();
    await run('1 second');
    await expectMailed();
    await run();
    await expectMailed(mira);
    const { token } = (await rows())[0]!;
    expect(due.at(-1)).toEqual({ person_id: mira.id, campaign_id: campaign, token });
    await run('11 minutes');
    await expectMailed(mira);
  });

  it('ignores news from before the choice and opened documents', async () => {
    await revealNew();
    await pass('2 minutes');
    await choose(mira, 'at_once');
    await run();
    const other = await revealNew();
    await service.call('PUT', `/api/documents/${other.id}/read/`, { as: mira });
    await run();
    await expectMailed();
    // Turned on again, it counts from then.
    await choose(mira, 'off');
    await revealNew();
    await run();
    await choose(mira, 'at_once');
    await run('11 minutes');
    await expectMailed();
  });

  it('is not due for a reveal that was undone or hidden before', async () => {
    await choose(mira, 'at_once');
    const undone = await revealNew();
    await service.call('DELETE', `/api/documents/${undone.id}/acts/${undone.act}/`, { as: owner });
    const hidden = await revealNew();
    await reveal(hidden.id, hidden.passages, 'gm');
    const forTobin = await note(['One']);
    await reveal(forTobin.id, forTobin.passages, { players: [tobin.id] });
    await run();
    await expectMailed();
  });

  it('is sent at most every ten minutes, or once a day, also after another choice', async () => {
    await choose(mira, 'at_once');
    await revealNew();
    await run();
    await expectMailed(mira);
    await revealNew();
    await run('5 minutes');
    await choose(mira, 'off');
    await choose(mira, 'at_once');
    await revealNew();
    await run('4 minutes');
    await expectMailed(mira);
    await run('2 minutes');
    await expectMailed(mira, mira);

    await choose(tobin, 'daily');
    await revealNew();
    await run();
    await expectMailed(mira, mira, tobin);
    await choose(mira, 'off');
    await revealNew();
    await run('23 hours');
    await expectMailed(mira, mira, tobin);
    await run('2 hours');
    await expectMailed(mira, mira, tobin, tobin);
  });

  it('is due for a GM when a player shares a note, never for private notes', async () => {
    for (const person of [owner, coGm, mira, tobin]) await choose(person, 'at_once');
    await write(mira, 'private');
    await run();
    await expectMailed();
    await write(mira, 'gms');
    await run();
    await settles(() => expect(mailed().sort()).toEqual([owner.id, coGm.id].sort()), {
      timeout: 30_000,
    });
  });

  it('is due for comments of players, and not for own or deleted ones', async () => {
    const { id, passages } = await revealNew();
    await pass('2 minutes');
    for (const person of [owner, mira]) await choose(person, 'at_once');
    const url = `/api/documents/${id}/comments/`;
    const comment = async () => {
      const body = { passage: passages[0], text: 'Hm.', idempotency_key: randomUUID() };
      return (await service.call('POST', url, { as: mira, body })).body.id as string;
    };
    await service.call('DELETE', `${url}${await comment()}/`, { as: mira });
    await run();
    await expectMailed();
    await comment();
    await run();
    await expectMailed(owner);
  });

  it('is not due for a former member, whose choice is deleted', async () => {
    await choose(mira, 'at_once');
    await revealNew();
    service.leave(campaign, mira);
    await run();
    await expectMailed();
    await eventually(async () => (await rows()).length === 0);
    // A new membership begins without mails.
    service.join(campaign, mira);
    expect(await chosen(mira)).toBe('off');
  });

  it('is not lost when the worker dies, or the campaign service is down, between claim and event', async () => {
    await choose(mira, 'at_once');
    await revealNew();
    service.campaigns.mode = 'down';
    await run();
    service.campaigns.mode = 'up';
    await run('10 seconds');
    await expectMailed();
    await run('1 minute');
    await expectMailed(mira);

    await revealNew();
    await pass('11 minutes');
    const computing = jest.spyOn(service.app.get(NewsService), 'latest');
    computing.mockRejectedValueOnce(new Error('died'));
    await service.app.get(NewsMailWorker).mailDue();
    computing.mockRestore();
    await run('1 minute');
    await expectMailed(mira, mira);
  });
});

describe('choices', () => {
  it('are deleted with the membership', async () => {
    await choose(mira, 'daily');
    await choose(tobin, 'daily');
    const membership_id = service.membership(campaign, mira);
    await service.hear(membershipEnded, { campaign_id: campaign, membership_id });
    await eventually(async () => (await rows()).length === 1);
    // A call that had looked up the membership before.
    await choose(mira, 'daily');
    expect((await rows()).map(({ person }) => person)).toEqual([tobin.id]);
  });

  it('are deleted with the account and with the campaign', async () => {
    await choose(mira, 'daily');
    await choose(owner, 'daily');
    await service.hear(personDeleted, { person_id: mira.id });
    await eventually(async () => (await rows()).length === 1);
    await service.hear(campaignDeleted, { campaign_id: campaign });
    await eventually(async () => (await rows()).length === 0);
    await choose(owner, 'daily');
    expect(await rows()).toEqual([]);
  });
});
