import { settles } from '@tomekeeper/testing';
import { startMailing, type MailingApp } from './mailing-app';
import { startSmallSmtp, type SmallSmtp } from './small-smtp';

const CLICK = 'click-subscribe';
const lines: Record<string, unknown>[] = [];
let smtp: SmallSmtp;
let mailing: MailingApp;

beforeAll(async () => {
  smtp = await startSmallSmtp();
  mailing = await startMailing({ lines, smtpUrl: smtp.url });
  await mailing.app.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await mailing?.stop();
  await smtp?.stop();
});

it('leads by one id from the click on Subscribe to the mail, and to each try that failed', async () => {
  const told = () => lines.filter((line) => line['correlation_id'] === CLICK).map(({ msg }) => msg);
  smtp.mode = 'busy';
  const answer = await fetch(`${await mailing.app.getUrl()}/api/subscribe/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-correlation-id': CLICK },
    body: JSON.stringify({ email: 'ada@example.org' }),
  });
  expect(answer.headers.get('x-correlation-id')).toBe(CLICK);
  await settles(() => expect(told()).toEqual(expect.arrayContaining(['request', 'job failed'])));
  smtp.mode = 'normal';
  await settles(() => expect(told()).toContain('mail sent'));
  expect(smtp.received).toHaveLength(1);
  expect(smtp.received[0]).toMatch(new RegExp(`^X-Correlation-Id: ${CLICK}$`, 'im'));
});
