import { protectionChange, type MailRequest } from '@tomekeeper/contracts-mailing';
import { MailComposer } from './mail-composer';
import { publicLink } from './mail-content';

const PUBLIC_URL = 'https://tomekeeper.example';
const composer = new MailComposer({
  PUBLIC_URL,
  MAIL_FROM: 'Tomekeeper <no-reply@mail.example>',
});
const MAIL_ID = '0d9f3a52-93a0-4a2b-8b39-1d8b8f5e3b11';
const compose = (request: MailRequest) => composer.compose(MAIL_ID, request);
const signUp = (first_name: string) =>
  compose({ template: 'confirm-sign-up', to: 'ada@example.org', first_name, code: '012345' });

describe('composing a mail', () => {
  it('gives each mail a name that a repeated delivery keeps', () => {
    expect(signUp('Ada').messageId).toBe(`<${MAIL_ID}@mail.example>`);
  });

  it('says the same in text and HTML', () => {
    const mail = signUp('Ada');
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('012345');
      expect(part).toContain('Hello Ada,');
      expect(part).toContain('Confirm your address');
    }
  });

  it('states that confirming also joins a campaign, only for a sign-up from an invite', () => {
    const JOINS = /also joins that campaign/;
    expect(signUp('Ada').text).not.toMatch(JOINS);
    const to = 'ada@example.org';
    const shared = { to, first_name: 'Ada', joins_campaign: true };
    for (const mail of [
      compose({ ...shared, template: 'confirm-sign-up', code: '012345' }),
      compose({ ...shared, template: 'confirm-sign-up-link', confirm_path: '/idp/confirmUser' }),
    ])
      for (const part of [mail.text, mail.html]) {
        expect(part).toMatch(JOINS);
        expect(part).toContain('If you did not open an invite, do not');
      }
  });

  it('leads to this installation by the link that confirms an address', () => {
    const mail = compose({
      template: 'confirm-sign-up-link',
      to: 'ada@example.org',
      first_name: 'Ada',
      confirm_path: '/idp/confirmUser?user_name=a&confirmation_code=012345',
    });
    expect(mail.text).toContain(
      `${PUBLIC_URL}/idp/confirmUser?user_name=a&confirmation_code=012345`,
    );
    expect(mail.html).toContain(`href="${PUBLIC_URL}/idp/confirmUser?user_name=a&amp;`);
  });

  it.each(['visit https://evil.example now', 'evil.example', 'x'.repeat(41), '<b>Ada</b>'])(
    'does not carry the "name" %j into a stranger’s inbox',
    (name) => {
      const mail = signUp(name);
      expect(mail.text).toContain('Hello,');
      expect(mail.html).not.toContain(name);
    },
  );

  it.each(['confirm-sign-up', 'reset-password', 'verify-email', 'sign-in-code'] as const)(
    'shows the six digits of %s in subject, text and HTML',
    (template) => {
      const mail = compose({ template, to: 'ada@example.org', first_name: 'Ada', code: '012345' });
      for (const part of [mail.subject, mail.text, mail.html]) expect(part).toContain('012345');
    },
  );

  it('distinguishes a new address from an existing one of the account', () => {
    const verify = (is_current: boolean) =>
      compose({
        template: 'verify-email',
        to: 'a@example.org',
        first_name: '',
        code: '012345',
        is_current,
      });
    for (const part of [verify(false).subject, verify(false).text]) expect(part).toMatch(/ new /);
    for (const part of [verify(true).subject, verify(true).text]) {
      expect(part).toContain('012345');
      expect(part).not.toMatch(/ new /);
    }
  });

  it('explains that a text message was sent by email, with its phone number', () => {
    const mail = compose({
      template: 'text-message',
      to: 'ada@example.org',
      phone_number: '+15550100',
      use: 'sign-in',
      code: '012345',
    });
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('012345');
      expect(part).toContain('the phone +15550100');
      expect(part).toContain('so you received it by email');
    }
    expect(mail.subject).toBe('Text message to +15550100');
  });

  it.each(protectionChange.options)('has words for the change %s', (change) => {
    const mail = compose({
      template: 'protection-changed',
      to: 'ada@example.org',
      first_name: 'Ada',
      change,
      at: '2026-11-22T10:17:00.000Z',
      client: '',
    });
    expect(mail.text).toContain('Choose a new password now');
    expect(mail.subject).toMatch(/^Tomekeeper: \w/);
  });

  it('contains time and client of a change, and how to restore the account', () => {
    const mail = compose({
      template: 'email-changed',
      to: 'ada@example.org',
      first_name: 'Ada',
      undo_path: '/undo-email-change?token=abc',
      at: '2026-11-22T10:17:00.000Z',
      client: 'Firefox on Linux',
    });
    expect(mail.text).toContain('22 November 2026 at 10:17 UTC');
    expect(mail.text).toContain('Firefox on Linux');
    expect(mail.text).toMatch(/https?:\/\/\S+\/undo-email-change\?token=abc/);
    expect(mail.text).toContain('72 hours');
  });

  describe('an invite to a campaign', () => {
    const invite = (more: { inviter?: string; title?: string; role?: 'player' | 'co_gm' } = {}) =>
      compose({
        template: 'campaign-invite',
        to: 'new@example.org',
        inviter: 'Mina',
        title: 'Curse of Strahd',
        role: 'player',
        invite_path: '/invite#t0ken',
        expires_at: '2026-11-30T10:00:00.000Z',
        ...more,
      });

    it('leads to the invite, says who asks and until when', () => {
      for (const part of [invite().text, invite().html]) {
        expect(part).toContain(`${PUBLIC_URL}/invite#t0ken`);
        expect(part).toContain('Mina asks you to play');
        expect(part).toContain('Curse of Strahd');
        expect(part).toContain('30 November 2026');
      }
      expect(invite({ role: 'co_gm' }).text).toContain('as its co-GM');
      expect(invite({ role: 'co_gm' }).text).toContain('for an account with this address');
    });

    it.each([
      'Win at https://evil.example',
      'evil.example',
      'www.evil',
      'mail me@evil',
      '<b>Strahd</b>',
      'x'.repeat(81),
    ])('does not carry the "title" %j into a stranger’s inbox', (title) => {
      const mail = invite({ title });
      for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toContain(title);
      expect(mail.html).not.toContain('evil');
      expect(mail.text).toContain('in a campaign of theirs.');
    });

    it('has no user content in its subject, and no promotional name', () => {
      const mail = invite({ inviter: 'evil.example', title: '=?utf-8?B?RXZpbA==?=' });
      expect(mail.subject).toBe('You are invited to a campaign in Tomekeeper');
      expect(mail.text).toContain('A game master asks you to play');
      expect(mail.html).not.toContain('evil.example');
    });
  });

  it('mentions news of a campaign without content, and offers to stop these mails', () => {
    const mail = compose({
      template: 'campaign-news',
      to: 'ada@example.org',
      first_name: 'Ada',
      open_path: '/campaigns/c',
      stop_path: '/news-mail/stop?token=t',
      one_click_path: '/api/documents/news/mail/stop/?token=t',
    });
    expect(mail.subject).toBe('Something new in one of your campaigns');
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Hello Ada,');
      expect(part).toContain('There is something new for you in one of your campaigns.');
      expect(part).toContain(`${PUBLIC_URL}/campaigns/c`);
      expect(part).toContain(`${PUBLIC_URL}/news-mail/stop?token=t`);
    }
    expect(mail.headers).toMatchObject({
      'List-Unsubscribe': `<${PUBLIC_URL}/api/documents/news/mail/stop/?token=t>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('fetches nothing from anywhere', () => {
    expect(signUp('Ada').html).not.toMatch(/<img|<link|@import|url\(/);
  });

  it('escapes a visitor’s markup', () => {
    const mail = compose({
      template: 'contact-message',
      to: 'gm@example.org',
      name: 'Eve "<x>"',
      reply_to: 'eve@example.org',
      subject: '',
      message: `<img src=x onerror=alert(1)> & 'more'`,
    });
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &#39;more&#39;');
    expect(mail.subject).toBe('[Tomekeeper contact] No subject');
    expect(mail.replyTo).toEqual({ name: '', address: 'eve@example.org' });
  });

  it('leaves no encoded word in the subject, which a reader would decode', () => {
    const mail = compose({
      template: 'contact-message',
      to: 'gm@example.org',
      name: 'Eve',
      reply_to: 'eve@example.org',
      subject: '=?utf-8?Q?=E2=80=AEabc?=',
      message: 'Hello',
    });
    expect(mail.subject).toBe('[Tomekeeper contact] = ?utf-8?Q?=E2=80=AEabc?=');
  });

  it('offers members of the list to leave with one click', () => {
    const mail = compose({
      template: 'verify-subscription',
      to: 'ada@example.org',
      name: '',
      verify_path: '/verify-subscribe?token=t',
      unsubscribe_path: '/unsubscribe?email=ada%40example.org',
      one_click_path: '/api/subscribe/one-click/?token=u',
    });
    expect(mail.headers).toMatchObject({
      'List-Unsubscribe': `<${PUBLIC_URL}/api/subscribe/one-click/?token=u>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(mail.text).toContain(`${PUBLIC_URL}/verify-subscribe?token=t`);
  });
});

describe('a link in a mail', () => {
  it.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads to %s',
    (path) =>
      expect(() => publicLink(PUBLIC_URL, path)).toThrow(
        'A link in a mail must lead to this installation.',
      ),
  );
});
