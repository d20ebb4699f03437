// maildev as its own command runs it, with two things more.
//
// It answers that it has taken a mail before the mail is on disk, so that a full disk would lose it. No mail is begun
// here without room for it; whoever sends it tries again later, as with any mail server.
//
// Its page lets every web page on earth read the codes in it (`Access-Control-Allow-Origin: *`), under any host name.
// Here only its own page may, under the names in MAIL_INBOX_ALLOWED_HOSTS, localhost's and the address it listens on.
import fs from 'node:fs';
import httpGuard from '@tomekeeper/http-guard';
import mailDev from 'maildev';
import web from 'maildev/lib/web.js';

const {
  AllowedHosts,
  CHECK_EVERY_MS,
  ConnectionGuard,
  HEADERS_WITHIN_MS,
  namesOneHost,
  REQUEST_WITHIN_MS,
} = httpGuard;

/** What no mail of ours comes near, even with many at once. */
const ROOM_BYTES = 8 * 1024 * 1024;
/** RFC 5321: insufficient system storage. */
const NO_ROOM = Object.assign(new Error('Insufficient system storage'), { responseCode: 452 });
/** Beside maildev's own; its page shows mails in frames of its own. */
const HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};
const REFUSALS = {
  400: ['Bad Request', 'The request could not be understood.'],
  403: ['Forbidden', 'Only the inbox itself may read the inbox.'],
  421: [
    'Misdirected Request',
    'The inbox is not served under this host name. ALLOWED_HOSTS can allow it.',
  ],
};
/** Answers of the inbox are small, and wait for nobody. */
const BOUNDS = { perAddress: 128, total: 1024, progress: { bytes: 32 * 1024, withinMs: 30_000 } };

const inbox = mailDev();

inbox.smtp.onMailFrom = (_from, _session, answer) => {
  fs.statfs(inbox.mailDir, (error, { bavail = 0, bsize = 0 } = {}) => {
    // Where that can't be known, it is taken as before.
    answer(!error && bavail * bsize < ROOM_BYTES ? NO_ROOM : null);
  });
};

guard(web.server);
inbox.listen();

/** @param {import('node:http').Server} server */
function guard(server) {
  const list = process.env.MAIL_INBOX_ALLOWED_HOSTS ?? '';
  const bind = process.argv[process.argv.indexOf('--web-ip') + 1];
  const hosts = new AllowedHosts({ hosts: list.split(',').filter(Boolean), bind });
  server.headersTimeout = HEADERS_WITHIN_MS;
  server.requestTimeout = REQUEST_WITHIN_MS;
  // An option of Node's constructor, which maildev calls; read when the server begins to listen.
  Object.assign(server, { connectionsCheckingInterval: CHECK_EVERY_MS });
  instead(server, 'request', (request, response, answer) => {
    const refused = refusal(request, hosts);
    if (refused) {
      const [, words] = REFUSALS[refused];
      response.writeHead(refused, {
        ...HEADERS,
        connection: 'close',
        'content-type': 'text/plain',
      });
      response.end(`${words}\n`);
      return;
    }
    withOwnHeaders(response);
    answer();
  });
  instead(server, 'upgrade', (request, socket, answer) => {
    const refused = refusal(request, hosts);
    if (!refused) answer();
    else socket.end(`HTTP/1.1 ${refused} ${REFUSALS[refused][0]}\r\nConnection: close\r\n\r\n`);
  });
  new ConnectionGuard(BOUNDS).watch(server);
}

/**
 * Puts a listener before all that an event has, which decides whether they hear of it.
 * @param {import('node:http').Server} server
 * @param {'request' | 'upgrade'} event
 * @param {(request: import('node:http').IncomingMessage, answer: any, goOn: () => void) => void} listener
 */
function instead(server, event, listener) {
  const others = server.listeners(event);
  server.removeAllListeners(event);
  server.on(event, (...given) => {
    listener(given[0], given[1], () => {
      for (const other of others) other.apply(server, given);
    });
  });
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('@tomekeeper/http-guard').AllowedHosts} hosts
 * @returns {keyof REFUSALS | undefined} the status, if it is not answered
 */
function refusal(request, hosts) {
  const { host, origin } = request.headers;
  if (!namesOneHost(request)) return 400;
  if (!hosts.allows(host)) return 421;
  if (origin !== undefined && origin !== `http://${host}`) return 403;
  return isOwn(request) ? undefined : 403;
}

/** Whether a browser says that its own page asks, or a person opens it; other programs say nothing of that. */
function isOwn({ method, headers }) {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': into } = headers;
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return mode === 'navigate' && into === 'document' && method === 'GET';
}

/** @param {import('node:http').ServerResponse} response */
function withOwnHeaders(response) {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (...given) => {
    for (const name of response.getHeaderNames())
      if (name.startsWith('access-control-')) response.removeHeader(name);
    return writeHead(...given);
  };
}
