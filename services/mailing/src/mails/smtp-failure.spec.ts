import { asSmtpFailure } from './smtp-failure';

const judged = (reported: object) => {
  const { isPermanent, isUncertain, summary } = asSmtpFailure(
    Object.assign(new Error('550 <ada@example.org> is not here'), reported),
  );
  return { isPermanent, isUncertain, summary };
};

describe('a failure of the mail server', () => {
  it.each([
    ['RCPT TO', 550, true],
    ['RCPT TO', 500, true],
    ['RCPT TO', 499, false],
    ['RCPT TO', 450, false],
    ['DATA', 554, true],
    ['DATA', 452, false],
    ['MAIL FROM', 550, false],
    ['AUTH PLAIN', 535, false],
    ['not DATA', 550, false],
    ['not RCPT TO', 550, false],
  ])('that answers %s with %i is final: %s', (command, responseCode, isPermanent) => {
    expect(judged({ code: 'EENVELOPE', command, responseCode })).toEqual({
      isPermanent,
      isUncertain: false,
      summary: `EENVELOPE ${command} ${responseCode}`,
    });
  });

  it.each([
    [{ code: 'ETIMEDOUT', command: 'DATA' }, true],
    [{ code: 'ECONNECTION', command: 'CONN', syscall: 'read' }, true],
    [{ code: 'ESOCKET', syscall: 'connect' }, false],
    [{ code: 'EDNS' }, false],
    [{ code: 'ETLS' }, false],
    [{ code: 'EAUTH' }, false],
    [{ code: 'ENOAUTH' }, false],
    [{ code: 'EPROXY' }, false],
    [{ code: 'ECONFIG' }, false],
    [{}, true],
  ])('without an answer, %j, may have taken the mail: %s', (reported, isUncertain) => {
    const { code = 'unknown', command } = reported as { code?: string; command?: string };
    expect(judged(reported)).toEqual({
      isPermanent: false,
      isUncertain,
      summary: command ? `${code} ${command}` : code,
    });
  });

  it.each([[undefined], ['text'], [{ code: 7 }]])(
    'of no known form, %j, may be tried again',
    (it) => {
      const failure = asSmtpFailure(it);
      expect(failure).toMatchObject({ isPermanent: false, isUncertain: true, summary: 'unknown' });
      expect([failure.name, failure.message]).toEqual(['SmtpFailure', 'unknown']);
    },
  );
});
