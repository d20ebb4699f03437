import { settles } from '@tomekeeper/testing';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { pageWidth } from '../../product/layout';
import { callApi, newUser, userId, type Tab } from '../../product/person';

const SOON = { timeout: 30_000 };
const PHONE = { width: 390, height: 844 };
/** Only in hidden passages, plans and titles. */
const SECRETS = ['Azalin', 'lich'];

interface Found {
  asked_about?: string;
  sessions?: { id: string; number: number; passages: object[]; open_items?: string[] }[];
  answer?: { text: string }[] | null;
}

afterAll(closeBrowser);

describe('questions about time', () => {
  let gm: Tab, player: Tab;
  let campaign: string;
  const sessions: string[] = [];

  const api = async <Body>(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT',
    url: string,
    body?: object,
  ) => {
    const answer = await callApi(gm, method, url, body);
    expect([url, answer.status < 300 || answer.body]).toEqual([url, true]);
    return answer.body as Body;
  };
  const newSession = (body: object) =>
    api<{ id: string }>('POST', `/api/campaigns/${campaign}/sessions/`, body);
  const patch = (session: string, body: object) =>
    api('PATCH', `/api/campaigns/${campaign}/sessions/${session}/`, body);
  const play = async (title: string, during: () => Promise<unknown>) => {
    const { id } = await newSession({ title });
    await patch(id, { state: 'running' });
    await during();
    await patch(id, { state: 'closed' });
    sessions.push(id);
  };
  const ask = async (as: Tab, question: string): Promise<Found> =>
    (await callApi(as, 'POST', '/api/search/ask/', { campaign, question })).body as Found;
  const numbersOf = ({ sessions: found }: Found) => found?.map(({ number }) => number);

  beforeAll(async () => {
    gm = await newUser('Gerda', 'Moss');
    player = await newUser('Pia', 'Reed', PHONE);
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player));
    const { id: people } = await api<{ id: string }>('POST', '/api/documents/notes/', {
      ...{ campaign, title: 'People of Azalin' },
      markdown: [
        ...['Odo steers the ferry over the marsh.', 'Azalin pays Odo.', 'The abbot keeps a key.'],
        'The bell of the chapel is gone.',
      ].join('\n\n'),
    });
    const { passages } = await api<{ passages: { id: string }[] }>(
      'GET',
      `/api/documents/${people}/passages/`,
    );
    const reveal = (at: number) =>
      api('PUT', `/api/documents/${people}/audience/`, {
        ...{ passages: [passages[at]!.id], audience: 'party', public_title: 'People' },
      });
    let began = '';
    await play('Azalin wakes', async () => {
      began = new Date().toISOString();
      await reveal(0);
    });
    const recap = await api<{ id: string }>('POST', '/api/documents/recaps/', {
      ...{ campaign, title: 'The marsh: recap', from: began },
    });
    await patch(sessions[0]!, { recap: recap.id });
    await play('The chapel', () => Promise.resolve());
    await play('The lich', async () => {
      await reveal(2);
      await reveal(3);
    });
    const next = await newSession({ announced: true, starts_at: '2999-03-14T19:00:00Z' });
    sessions.push(next.id);
    await api('POST', `/api/campaigns/${campaign}/sessions/${next.id}/checklist/`, {
      text: 'Who paid Odo?',
    });
    await newSession({ title: 'Azalin wins', starts_at: '2999-03-07T19:00:00Z' });
    // New content is indexed after a moment.
    for (const [as, text] of [
      [player, 'bell'],
      [gm, 'bell'],
    ] as const)
      await settles(async () => {
        const { body } = await callApi(as, 'GET', `/api/search/?campaign=${campaign}&q=${text}`);
        expect((body as { hits: object[] }).hits.length).toBeGreaterThan(0);
      }, SOON);
  });
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
  });

  it.each([
    ['session 1', 1, ['Odo steers the ferry over the marsh.']],
    [
      'Summary of the last session',
      3,
      ['The abbot keeps a key.', 'The bell of the chapel is gone.'],
    ],
    [
      'Was ist letztes Mal passiert?',
      3,
      ['The abbot keeps a key.', 'The bell of the chapel is gone.'],
    ],
    ['Where did we leave off?', 3, ['The abbot keeps a key.', 'The bell of the chapel is gone.']],
    ['When did we meet Odo?', 1, ['Odo steers the ferry over the marsh.']],
    ['In which session did we meet the abbot?', 3, ['The abbot keeps a key.']],
  ])('%j is answered alike for game master and player', async (question, number, quotes) => {
    for (const as of [gm, player])
      await settles(async () => {
        const found = await ask(as, question);
        expect(numbersOf(found)).toEqual([number]);
        expect(found.answer?.map(({ text }) => text) ?? null).toEqual(quotes);
        if (as === player)
          for (const secret of SECRETS) expect(JSON.stringify(found)).not.toContain(secret);
      }, SOON);
  });

  it('tell players of the next announced session, and game masters of the next one', async () => {
    const question = 'When is the next session?';
    const [ofGm, ofPlayer] = [await ask(gm, question), await ask(player, question)];
    expect([numbersOf(ofGm), numbersOf(ofPlayer)]).toEqual([[null], [4]]);
    expect(ofPlayer.answer).toBeNull();
  });

  it('are answered with the checklist for game masters alone', async () => {
    const found = await ask(gm, 'loose ends');
    expect(found.sessions?.map(({ open_items: items }) => items)).toEqual([['Who paid Odo?']]);
    const ofPlayer = await ask(player, 'loose ends');
    expect(numbersOf(ofPlayer)).toEqual([3]);
    expect(JSON.stringify(ofPlayer)).not.toContain('paid');
  });

  it('show players the recap once it is revealed', async () => {
    const recapsOf = async (as: Tab) => {
      const { sessions: found } = await ask(as, 'session 1');
      return found?.[0]?.passages.filter((one) => (one as { source: string }).source === 'recap');
    };
    expect(await recapsOf(gm)).toHaveLength(1);
    expect(await recapsOf(player)).toEqual([]);
    const { body } = await callApi(
      gm,
      'GET',
      `/api/campaigns/${campaign}/sessions/${sessions[0]}/`,
    );
    const { recap } = body as { recap: string };
    await api('PATCH', `/api/documents/${recap}/`, { is_spoilers: false });
    await settles(async () => expect(await recapsOf(player)).toHaveLength(1), SOON);
  });

  const field = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });

  it('open the session from the palette, by keyboard and on a phone', async () => {
    await gm.page.goto(`/campaigns/${campaign}`);
    await gm.page.getByRole('button', { name: 'Search', exact: true }).waitFor();
    await gm.page.keyboard.press('Control+k');
    await field(gm.page).fill('session 3');
    const option = gm.page.getByRole('option', { name: /^Session 3 · / });
    await option.waitFor(SOON);
    expect(await option.getAttribute('aria-selected')).toBe('true');
    await gm.page.keyboard.press('Enter');
    await gm.page.waitForURL(`**/campaigns/${campaign}/sessions/${sessions[2]}`);

    const { page } = player;
    await page.goto(`/campaigns/${campaign}`);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field(page).fill('last session');
    await page.getByRole('option', { name: /^Session 3 · / }).click();
    await page.waitForURL(`**/campaigns/${campaign}/sessions/${sessions[2]}`);
    expect(await page.content()).not.toContain('lich');
  });

  it('show the session first, on Ask and on the search page, without findings of axe', async () => {
    for (const [{ page }, widths] of [
      [gm, [1280, 390]],
      [player, [390, 320]],
    ] as const)
      for (const at of ['ask?q=summary+of+the+last+session', 'search?q=last+session']) {
        await page.goto(`/campaigns/${campaign}/${at}`);
        const found = page.getByRole('list', { name: 'Sessions' });
        await found.getByRole('link', { name: /^Session 3/ }).waitFor(SOON);
        await page.getByText('The bell of the chapel is gone.').first().waitFor();
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 });
          expect(await axeFindings(page)).toEqual([]);
          expect(await pageWidth(page)).toBeLessThanOrEqual(width);
        }
      }
  });
});
