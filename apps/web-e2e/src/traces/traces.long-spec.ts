import {
  codeIn,
  inbox,
  settles,
  startTraceReceiver,
  type ReceivedSpan,
  type TraceReceiver,
} from '@tomekeeper/testing';
import { randomBytes } from 'node:crypto';
import { browser, closeBrowser } from '../product/browser';
import { startProduct, type Product } from '../product/product';
import { logLines } from './log-lines';
import { poolCalls, type PoolCalls } from '../product/pool-calls';

/** Default settings: 1% of requests are traced, and up to sixty requested traces per minute. */
const EVERY_WORKER_APART = { WORKERS: 'apart' };
const TITLE = 'Barrow of the canary';

let receiver: TraceReceiver;
let product: Product;
let pool: PoolCalls;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  product = await startProduct({
    ...EVERY_WORKER_APART,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_BSP_SCHEDULE_DELAY: '200',
  });
  pool = await poolCalls(product.url);
}, 300_000);
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
  await receiver?.close();
}, 60_000);

/** A click with a requested trace. */
function click() {
  const traceId = randomBytes(16).toString('hex');
  const correlation = `click-${randomBytes(6).toString('hex')}`;
  return {
    correlation,
    headers: {
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      'x-correlation-id': correlation,
      'content-type': 'application/json',
    },
    spans: () => receiver.spans.filter((span) => span.traceId === traceId),
  };
}

/** The names of a span and of all above it, each with its service. */
function wayTo(spans: readonly ReceivedSpan[], name: string): string[] {
  const way: string[] = [];
  let at = spans.find((span) => span.name === name);
  for (; at; at = spans.find(({ spanId }) => spanId === at?.parentSpanId))
    if (at.kind !== 'internal') way.unshift(`${serviceOf(at)}: ${at.name}`);
  return way;
}

/** Any process of a service may relay the outbox entries. */
const serviceOf = ({ service, kind }: ReceivedSpan): string =>
  kind === 'producer' ? String(service).replace(/-worker$/, '') : String(service);

it('leads from Subscribe to the mail, though the mailing service is restarted in between', async () => {
  const { correlation, headers, spans } = click();
  const email = `${correlation}@example.org`;
  await product.control('stop', 'mailing-worker');
  const answer = await fetch(`${product.url}/api/subscribe/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, name: 'Canary' }),
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-correlation-id')).toBe(correlation);
  await product.control('restart', 'mailing');
  await product.control('start', 'mailing-worker');

  const mail = await inbox(product.mailUrl).latest(email);
  expect(mail.headers).toMatchObject({ 'x-correlation-id': correlation });
  await settles(() =>
    expect(wayTo(spans(), 'SMTP send')).toEqual([
      'gateway: POST /api/subscribe',
      'gateway: POST mailing',
      'mailing: POST /api/subscribe',
      'mailing: send send-mail',
      'mailing-worker: process send-mail',
      'mailing-worker: SMTP send',
    ]),
  );
  await settles(async () =>
    expect(await logLines(product.dataDir, correlation)).toEqual(
      expect.arrayContaining(['gateway request', 'mailing request', 'mailing-worker mail sent']),
    ),
  );
});

it('leads from signing up in one service to the mail of another', async () => {
  const { correlation, headers, spans } = click();
  const email = `${correlation}@example.org`;
  await pool.call('SignUp', pool.signUp(email), headers);
  const mail = await inbox(product.mailUrl).latest(email);
  expect(mail.headers).toMatchObject({ 'x-correlation-id': correlation });
  await settles(() => {
    const way = wayTo(spans(), 'SMTP send');
    expect(way.map((step) => step.split(':')[0])).toEqual([
      'gateway',
      'gateway',
      'identity',
      'identity',
      'mailing-worker',
      'mailing',
      'mailing-worker',
      'mailing-worker',
    ]);
  });
});

it('leads from a deleted campaign to the service that keeps its documents', async () => {
  const email = `gm-${randomBytes(6).toString('hex')}@example.org`;
  await pool.call('SignUp', pool.signUp(email));
  await pool.confirm(email, codeIn(await inbox(product.mailUrl).latest(email)));
  const authorization = `Bearer ${(await pool.signIn(email)).IdToken}`;
  const { headers, spans, correlation } = click();
  const made = await fetch(`${product.url}/api/campaigns/`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: JSON.stringify({ title: TITLE, game_system: 'Any', players: [] }),
  });
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const { 'content-type': _, ...withoutBody } = headers;
  const gone = await fetch(`${product.url}/api/campaigns/${id}/`, {
    method: 'DELETE',
    headers: { ...withoutBody, authorization },
  });
  expect(gone.status).toBe(204);
  await settles(() =>
    expect(wayTo(spans(), 'process campaign.deleted')).toEqual([
      'gateway: DELETE /api/campaigns/*',
      'gateway: DELETE campaign',
      'campaign: DELETE /api/campaigns/:id',
      'campaign: send campaign.deleted',
      'document-worker: process campaign.deleted',
    ]),
  );
  await settles(async () =>
    expect(await logLines(product.dataDir, correlation)).toEqual(
      expect.arrayContaining(['gateway request', 'campaign request']),
    ),
  );
  const sent = receiver.bodies.join('\n');
  for (const secret of [TITLE, 'Canary', 'example.org', pool.password, authorization, id])
    expect(sent).not.toContain(secret);
});

it('begins in the browser where it is drawn by lot, as a person’s calls are', async () => {
  const page = await (await browser()).newPage();
  const measuring = page.waitForResponse(/\/static\/js\/reports\./);
  await page.goto(product.url);
  await measuring;
  // Each is sampled with a probability of 1%.
  const drawn = await page.evaluate(async () => {
    for (let calls = 0; calls < 3000; calls += 1) {
      const answer = await fetch('/api/me/');
      await answer.text();
      const timing = answer.headers.get('server-timing');
      if (timing) return timing;
    }
    return 'none';
  });
  const [, traceId] = drawn.split('-');
  const spans = () => receiver.spans.filter((span) => span.traceId === traceId);
  await settles(() => {
    const asked = spans().find(({ service }) => service === 'identity');
    expect(wayTo([...(asked ? [asked] : []), ...spans()], String(asked?.name))).toEqual([
      'browser: GET /api/me',
      'gateway: GET /api/me',
      'gateway: GET identity',
      'identity: GET /api/me',
    ]);
  });
  await page.close();
});
