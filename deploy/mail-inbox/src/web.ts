import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import {
  type AllowedHosts,
  CHECK_EVERY_MS,
  ConnectionGuard,
  HEADERS_WITHIN_MS,
  namesOneHost,
  REQUEST_WITHIN_MS,
} from '@tomekeeper/http-guard';
import type { MailFolder } from './mail-folder';
import type { Mail } from './read-mail';

const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};
const REFUSALS = {
  400: 'The request could not be understood.',
  403: 'Only the inbox itself may read the inbox.',
  421: 'The inbox is not served under this host name. ALLOWED_HOSTS can allow it.',
};
/** Answers of the inbox are small and wait for no other server, so tight limits do. */
const BOUNDS = { perAddress: 128, total: 1024, progress: { bytes: 32 * 1024, withinMs: 30_000 } };
/** Number of mails that the page loads initially; a search includes the others. */
const SHOWN = 200;

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Mails run no scripts and load no resources; their links open new pages. */
const MAIL_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; " +
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const PAGE = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/inbox.css': ['inbox.css', 'text/css; charset=utf-8'],
  '/inbox.js': ['inbox.js', 'text/javascript; charset=utf-8'],
} as const;
const JSON_TYPE = 'application/json; charset=utf-8';

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = (value: unknown): Answer => ({ type: JSON_TYPE, body: JSON.stringify(value) });
const NOT_FOUND: Answer = { status: 404, body: 'There is no such mail.\n' };

/** The page, and the calls that programs read mails by. */
export function webServer(mails: MailFolder, hosts: AllowedHosts): http.Server {
  const options = {
    headersTimeout: HEADERS_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  };
  const assets = new Map(
    Object.entries(PAGE).map(([url, [name, type]]): [string, Answer] => [
      url,
      {
        type,
        body: fs.readFileSync(path.join(__dirname, 'page', name)),
        headers: { 'content-security-policy': PAGE_POLICY },
      },
    ]),
  );
  const run = randomUUID();

  async function answerTo({ method, url = '/', headers }: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(url, 'http://inbox');
    const [, first, id, part, ...more] = pathname.split('/');
    if (method === 'DELETE' && first === 'email' && id !== undefined && part === undefined) {
      const count = await mails.delete((mail) => id === 'all' || mail.id === id);
      return count > 0 || id === 'all' ? json(true) : NOT_FOUND;
    }
    if (method !== 'GET' && method !== 'HEAD')
      return { status: 405, body: 'The inbox is read and deleted from, nothing else.\n' };
    const asset = assets.get(pathname);
    if (asset) return asset;
    if (pathname === '/healthz') return json(true);
    if (pathname === '/email') return { type: JSON_TYPE, body: mails.json };
    if (pathname === '/summaries') {
      const etag = `"${run}-${mails.version}"`;
      if (headers['if-none-match'] === etag) return { status: 304, body: '', headers: { etag } };
      const found = summaries(mails, searchParams.get('search') ?? '');
      return { ...json(found), headers: { etag } };
    }
    const mail = first === 'email' && id !== undefined ? mails.find(id) : undefined;
    if (!mail || more.length > 0) return NOT_FOUND;
    if (part === undefined) return json(mail);
    if (part === 'html') return page(mail);
    if (part === 'download')
      return {
        type: 'message/rfc822',
        body: await mails.source(mail.id),
        headers: { 'content-disposition': `attachment; filename="${mail.id}.eml"` },
      };
    return NOT_FOUND;
  }

  const server = http.createServer(options, (request, response) => {
    const refused = refusal(request, hosts);
    if (refused)
      return send(response, {
        status: refused,
        body: `${REFUSALS[refused]}\n`,
        headers: { connection: 'close' },
      });
    // Nothing that is sent along is read.
    request.resume();
    answerTo(request).then(
      (answer) => send(response, answer),
      () => send(response, { status: 500, body: 'The mail could not be read.\n' }),
    );
  });
  new ConnectionGuard(BOUNDS).watch(server);
  return server;
}

function send(response: ServerResponse, { status = 200, type, body, headers }: Answer): void {
  response.writeHead(status, {
    ...HEADERS,
    'content-type': type ?? 'text/plain; charset=utf-8',
    ...headers,
  });
  response.end(body);
}

function summaries(mails: MailFolder, search: string): object {
  const wanted = search.trim().toLowerCase();
  const shown: object[] = [];
  let found = 0;
  for (const mail of mails.newest()) {
    const { id, time, subject, from, to, text } = mail;
    const all = [subject, text, ...[...from, ...to].flatMap((each) => [each.name, each.address])];
    if (wanted !== '' && !all.some((each) => each.toLowerCase().includes(wanted))) continue;
    if (found++ < SHOWN) shown.push({ id, time, subject, from, to });
  }
  return { mails: shown, found };
}

/** The HTML of a mail, for the frame of the page. */
function page({ html }: Mail): Answer {
  if (html === '') return NOT_FOUND;
  const base = '<base target="_blank">';
  const head = /<head(?:\s[^>]*)?>/i;
  return {
    type: 'text/html; charset=utf-8',
    body: head.test(html) ? html.replace(head, (found) => found + base) : base + html,
    headers: { 'content-security-policy': MAIL_POLICY },
  };
}

/** The status of a request that is not answered. */
function refusal(request: IncomingMessage, hosts: AllowedHosts): keyof typeof REFUSALS | undefined {
  const { host, origin } = request.headers;
  if (!namesOneHost(request)) return 400;
  if (!hosts.allows(host)) return 421;
  if (origin !== undefined && origin !== `http://${host}`) return 403;
  return isOwn(request) ? undefined : 403;
}

/** Whether a browser says that the inbox's page asks, or a person opens it; other programs say nothing of that. */
function isOwn({ method, headers }: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': into } = headers;
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return mode === 'navigate' && into === 'document' && method === 'GET';
}
