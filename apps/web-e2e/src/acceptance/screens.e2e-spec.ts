import type { Request } from 'playwright-core';
import { uploadFile } from '../product/campaign';
import { chooseInMenu } from '../product/person';
import { SCREENS_OF_DOCUMENTS } from './screens-of-documents';
import { SCREENS_OF_OWNER } from './screens-of-owner';
import { open, pathOf } from './screens-rows';
import { answerAt, openScenario, unfake, type Scenario } from './scenario';

describe('2. Screens and routes, for the owner of a campaign', () => {
  let scenario: Scenario;
  const called: Request[] = [];

  beforeAll(async () => {
    scenario = await openScenario();
    const { owner, campaign } = scenario;
    await uploadFile(owner, {
      campaign,
      name: 'secret.txt',
      content: 'The abbess.',
      spoiler: true,
    });
    // Unfinished actions, such as an upload, may be abandoned.
    owner.page.on('dialog', (dialog) => void dialog.accept());
    owner.page.on('request', (request) => called.push(request));
  });
  afterAll(() => scenario?.close());
  const callsTo = (start: string) =>
    called.filter((request) => new URL(request.url()).pathname.startsWith(start));

  describe.each([...SCREENS_OF_OWNER, ...SCREENS_OF_DOCUMENTS])(
    '$screen',
    ({ at, heading, rows }) => {
      beforeAll(() =>
        open(scenario.owner.page, { at: at.replace('{id}', scenario.campaign), heading }),
      );
      it.each(rows)('%s', async (_quote, check) => check(scenario.owner.page));
    },
  );

  it("when a session exists, every call to the product's own API carries an Authorization header with a Bearer credential made of the ID token", async () => {
    const token = await scenario.owner.page.evaluate(() =>
      localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith('.idToken')) ?? ''),
    );
    const calls = callsTo('/api/');
    expect(calls.length).toBeGreaterThan(5);
    for (const call of calls)
      expect(await call.headerValue('authorization')).toBe(`Bearer ${token}`);
  });

  it('Log out: perform the auth sign-out, then call the server logout (a failure is ignored), then go to /.', async () => {
    const { page } = scenario.owner;
    await open(page, { at: '/account', heading: 'Account' });
    await answerAt(page, 'POST /api/logout/', { status: 500 });
    called.length = 0;
    await chooseInMenu(page, 'Log out');
    await page.getByRole('heading', { level: 1, name: /^The whole campaign/ }).waitFor();
    expect(pathOf(page)).toBe('/');
    const order = called
      .map((request) => new URL(request.url()).pathname)
      .filter((path) => path.startsWith('/idp') || path === '/api/logout/');
    expect(order[0]).toMatch(/^\/idp/);
    expect(order.indexOf('/api/logout/')).toBe(order.length - 1);
    await unfake(page);
  });
});
