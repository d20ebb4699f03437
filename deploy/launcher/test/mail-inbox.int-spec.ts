import http from 'node:http';
import net from 'node:net';
import { startMailInbox, type MailInbox } from '../src/backing';

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

describe('the mail inbox', () => {
  let mail: MailInbox;
  beforeAll(async () => {
    mail = await startMailInbox({ allowedHosts: ['tomes.example.org'] });
    await deliver(mail.smtpUrl, 'Your code is 123456');
  });
  afterAll(() => mail?.stop());

  /** `fetch` does not allow custom `Host` and `Origin` headers. */
  function ask(
    path: string,
    headers: http.OutgoingHttpHeaders | string[] = {},
    method = 'GET',
  ): Promise<Answer> {
    const { port } = new URL(mail.webUrl);
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, headers, agent: false };
      const request = http.request(options, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      });
      request.on('error', reject).end();
    });
  }
  const own = () => new URL(mail.webUrl).host;

  it('answers its mails, one by one and all', async () => {
    const { status, body } = await ask('/email', { host: own() });
    expect(status).toBe(200);
    const mails = JSON.parse(body);
    expect(mails).toMatchObject([
      {
        subject: 'A code',
        text: expect.stringContaining('123456'),
        to: [{ address: 'a@b.example' }],
      },
    ]);
    const at = `/email/${mails[0].id}`;
    expect(JSON.parse((await ask(at, { host: own() })).body)).toEqual(mails[0]);
    expect((await ask(`${at}/download`, { host: own() })).body).toContain('To: a@b.example\r\n');
    expect((await ask(`${at}/html`, { host: own() })).status).toBe(404);
    expect((await ask('/healthz', { host: 'tomes.example.org:8025' })).status).toBe(200);
  });

  it('sends summaries to its page, and 304 while nothing changes', async () => {
    expect((await ask('/', { host: own() })).body).toContain('Mail inbox');
    const { body, headers } = await ask('/summaries?search=123456', { host: own() });
    expect(JSON.parse(body)).toMatchObject({ found: 1, mails: [{ subject: 'A code' }] });
    expect(body).not.toContain('123456');
    const again = { host: own(), 'if-none-match': headers['etag'] };
    expect((await ask('/summaries?search=123456', again)).status).toBe(304);
    const other = await ask('/summaries?search=654321', { host: own() });
    expect(JSON.parse(other.body)).toEqual({ found: 0, mails: [] });
  });

  it('lets no mail run, load or frame anything', async () => {
    const kept = await startMailInbox();
    const body = '<html><head></head><body><script>1</script><a href="/">x</a></body></html>';
    await deliver(kept.smtpUrl, body, 'Content-Type: text/html\r\n');
    const [{ id }] = JSON.parse(await (await fetch(`${kept.webUrl}/email`)).text());
    const shown = await fetch(`${kept.webUrl}/email/${id}/html`);
    const policy = shown.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*sandbox/);
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
    expect(await shown.text()).toContain('<head><base target="_blank"></head>');
    expect((await fetch(`${kept.webUrl}/email/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await (await fetch(`${kept.webUrl}/email`)).json()).toEqual([]);
    await kept.stop();
  });

  it.each(['/', '/email', '/healthz', '/summaries'])(
    'tells the page of another origin nothing at %s',
    async (path) => {
      const plain = await ask(path, { host: own() });
      expect(plain.status).toBe(200);
      expect(plain.headers['access-control-allow-origin']).toBeUndefined();
      expect(plain.headers['cross-origin-resource-policy']).toBe('same-origin');
      for (const origin of ['https://evil.example', 'http://localhost:1', 'null', 'file://']) {
        const { status, headers, body } = await ask(path, { host: own(), origin });
        expect([origin, status]).toEqual([origin, 403]);
        expect(headers['access-control-allow-origin']).toBeUndefined();
        expect(body).not.toContain('123456');
      }
      const preflight = { host: own(), origin: 'https://evil.example' };
      const asked = { ...preflight, 'access-control-request-method': 'DELETE' };
      expect((await ask(path, asked, 'OPTIONS')).status).toBe(403);
    },
  );

  it('lets its own page and a person who opens it in, and no frame or form of others', async () => {
    const from = (site: string, mode: string, dest: string) => ({
      host: own(),
      'sec-fetch-site': site,
      'sec-fetch-mode': mode,
      'sec-fetch-dest': dest,
    });
    const same = { ...from('same-origin', 'cors', 'empty'), origin: `http://${own()}` };
    expect((await ask('/email', same)).status).toBe(200);
    expect((await ask('/', from('none', 'navigate', 'document'))).status).toBe(200);
    expect((await ask('/', from('cross-site', 'navigate', 'document'))).status).toBe(200);
    expect((await ask('/', from('cross-site', 'navigate', 'iframe'))).status).toBe(403);
    expect((await ask('/email', from('same-site', 'no-cors', 'script'))).status).toBe(403);
    const form = from('cross-site', 'navigate', 'document');
    expect((await ask('/email/all', form, 'DELETE')).status).toBe(403);
    expect(JSON.parse((await ask('/email', { host: own() })).body)).toHaveLength(1);
  });

  it('is served under no other host', async () => {
    for (const path of ['/', '/email', '/summaries']) {
      expect((await ask(path, { host: 'evil.example:8025' })).status).toBe(421);
      expect((await ask(path, ['Host', own(), 'Host', 'evil.example'])).status).toBe(400);
    }
  });
});

/** One mail by SMTP, and no library for it. */
async function deliver(smtpUrl: string, text: string, headers = ''): Promise<void> {
  const { hostname, port } = new URL(smtpUrl);
  const socket = net.connect(Number(port), hostname).setEncoding('utf8');
  const lines = [
    'EHLO localhost',
    'MAIL FROM:<no-reply@b.example>',
    'RCPT TO:<a@b.example>',
    'DATA',
    `Subject: A code\r\nTo: a@b.example\r\n${headers}\r\n${text}\r\n.`,
    'QUIT',
  ];
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', () => resolve());
    socket.on('data', (answer: string) => {
      // The last line of an answer has a space behind its number.
      if (/^\d{3} /m.test(answer)) socket.write(`${lines.shift() ?? ''}\r\n`);
    });
  });
}
