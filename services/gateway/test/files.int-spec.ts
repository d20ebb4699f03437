import fs from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { json, startGateway, SCRIPT, type GatewayUnderTest } from './gateway-under-test';
import { send } from './raw-client';

const YEAR = 'public, max-age=31536000, immutable';

describe('files, documents and public configuration', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const get = (where: string, headers: Record<string, string> = {}) =>
    fetch(gateway.url + where, { headers });

  it.each(['/', '/home', '/campaigns/7', '/no/such/page', '/index.html', '/what.ever'])(
    'shows the shell at %s',
    async (where) => {
      const page = await get(where);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('cache-control')).toBe('no-cache');
      expect(await page.text()).toContain('<title>Tomekeeper</title>');
    },
  );

  it('lets the shell load its own code and nothing of third parties', async () => {
    const page = await get('/home');
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self';/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it('sends the page again only when it has changed', async () => {
    const first = await get('/home', { 'accept-encoding': 'br' });
    expect(first.headers.get('content-encoding')).toBe('br');
    const etag = first.headers.get('etag') ?? '';
    const again = await get('/home', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect(again.status).toBe(304);
    const file = path.join(gateway.folder, 'shell/index.html');
    const before = await fs.readFile(file, 'utf8');
    await fs.writeFile(file, before.replace('</title>', ' 2</title>'));
    const changed = await get('/home', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain('Tomekeeper 2');
    await fs.writeFile(file, before);
  });

  it.each([
    ['/static/js/main.abc123.js', 'br'],
    ['/static/js/main.abc123.js', 'gzip'],
    ['/remotes/campaigns/1a2b/remoteEntry.js', 'br'],
    ['/remotes/campaigns/1a2b/remoteEntry.js', 'identity'],
  ])('serves %s for good, as %s', async (where, encoding) => {
    const file = await get(where, { 'accept-encoding': encoding });
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toBe(YEAR);
    expect(file.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(file.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(await file.text()).toBe(SCRIPT);
  });

  it('sends the worker policy with workers only', async () => {
    const worker = await get('/remotes/campaigns/1a2b/pdf.worker.min.1a2b.mjs', {
      'accept-encoding': 'br',
    });
    expect(Object.fromEntries(worker.headers)).toMatchObject({
      'content-type': expect.stringMatching(/^(text|application)\/javascript/),
      'content-encoding': 'br',
      'content-security-policy':
        "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
    });
    const entry = await get('/remotes/campaigns/1a2b/remoteEntry.js?.worker.a.mjs');
    expect(entry.headers.get('content-security-policy')).toBe(
      "default-src 'none';frame-ancestors 'none'",
    );
  });

  it.each([
    '/static/js/gone.js',
    '/static/nothing',
    '/remotes/campaigns/9z9z/remoteEntry.js',
    '/remotes/campaigns/1a2b/',
    '/remotes/campaigns',
    '/remotes/notes.txt',
    '/remotes',
  ])('answers the missing file %s with a problem, kept by nobody', async (where) => {
    const answer = await get(where);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('serves the service worker with its policy, and 404 after its removal', async () => {
    const file = path.join(gateway.folder, 'shell/static/js/service-worker.js');
    await fs.writeFile(file, SCRIPT);
    const served = await get('/static/js/service-worker.js?area=home');
    expect(served.headers.get('content-type')).toContain('javascript');
    expect(served.headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
    expect(served.headers.get('service-worker-allowed')).toBe('/');
    expect(served.headers.get('cache-control')).toBe('no-cache');
    await fs.rm(file);
    expect((await get('/static/js/service-worker.js?area=home')).status).toBe(404);
  });

  it('serves files of earlier shells compressed and immutable', async () => {
    const shells = path.join(gateway.folder, 'remotes/shell');
    const file = path.join(shells, 'v1/static/js/page.0001.js');
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, SCRIPT);
    await fs.writeFile(`${file}.br`, brotliCompressSync(SCRIPT));
    const where = '/static/js/page.0001.js';
    expect((await get(where)).status).toBe(404);
    const note = { version: 'v2', contract: '1.0.0', earlier: [{ version: 'v1', until: 'now' }] };
    await fs.writeFile(path.join(shells, 'live.json'), JSON.stringify(note));
    const kept = await get(where, { 'accept-encoding': 'br' });
    expect(kept.headers.get('content-encoding')).toBe('br');
    expect(kept.headers.get('cache-control')).toBe(YEAR);
    expect(await kept.text()).toBe(SCRIPT);
    expect((await get('/static/js/page.0001.js?1', { range: 'bytes=0-3' })).status).toBe(206);
    expect((await get('/remotes/shell/v1/static/js/page.0001.js')).status).toBe(404);
    expect((await get('/static/js/page.0002.js')).status).toBe(404);
  });

  it('serves files of the shell’s folder with their type', async () => {
    const icon = await get('/favicon.svg');
    expect(icon.headers.get('content-type')).toContain('image/svg+xml');
    expect(icon.headers.get('cache-control')).toBe('public, max-age=86400');
  });

  it.each([
    '/remotes/campaigns/1a2b/../../../secret.txt',
    '/remotes/campaigns/1a2b/%2e%2e/%2e%2e/%2e%2e/secret.txt',
    '/remotes/campaigns/1a2b/..%2f..%2f..%2fsecret.txt',
    '/static/..%2f..%2fsecret.txt',
    '/..%2fsecret.txt',
    '/static/%00',
  ])('keeps %s inside its folder', async (where) => {
    const { status, text } = await send(
      gateway.url,
      `GET ${where} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(text).not.toMatch(/secret$/);
    expect([200, 400, 403, 404]).toContain(status);
  });

  it('tells browsers the installation’s settings', async () => {
    const answer = await get('/config.json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      environment: 'local',
      identity: {
        user_pool_id: 'local_Test00001',
        user_pool_client_id: 'client',
        user_pool_endpoint: 'https://tomekeeper.example/idp',
        features: ['totp', 'recovery_codes', 'passkeys', 'devices', 'activity', 'common_passwords'],
      },
      robot_check: { provider: 'altcha' },
      limits: { max_upload_mb: 200 },
      password_policy: expect.objectContaining({ min_length: 8 }),
    });
  });

  describe('the registry', () => {
    const live = (content: unknown) =>
      fs.writeFile(path.join(gateway.folder, 'live.json'), JSON.stringify(content));
    const remotes = async () => (await json(await get('/registry/remotes.json'))).remotes;

    it('lists live remotes, with revalidation', async () => {
      const answer = await get('/registry/remotes.json');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const etag = answer.headers.get('etag') ?? '';
      expect((await json(answer)).remotes).toEqual([
        {
          id: 'campaigns',
          version: '1a2b',
          base_url: '/remotes/campaigns/1a2b/',
          manifest: expect.objectContaining({ id: 'campaigns', entry: 'remoteEntry.js' }),
        },
      ]);
      const again = await get('/registry/remotes.json', { 'if-none-match': etag });
      expect(again.status).toBe(304);
    });

    it('keeps a remote whose folder is gone listed, so that its pages can say so', async () => {
      await live({ campaigns: { version: 'gone' } });
      expect(await remotes()).toMatchObject([{ id: 'campaigns', version: 'gone' }]);
      const manifest = { ...(await remotes())[0].manifest, id: 'auth', container: 'auth' };
      await live({ auth: { version: 'gone', manifest }, campaigns: { version: '1a2b' } });
      expect(await remotes()).toMatchObject([{ id: 'auth' }, { id: 'campaigns' }]);
    });

    it('lists the entry’s integrity, and serves a canary version to some visitors', async () => {
      const manifest = (await remotes())[0].manifest;
      const tried = { version: '3c4d', integrity: 'sha384-bmV3', manifest, percent: 50 };
      await live({ campaigns: { version: '1a2b', integrity: 'sha384-b2xk', canary: tried } });
      const seenBy = async (browser: string) => {
        const answer = await get('/registry/remotes.json', { 'user-agent': browser });
        const [{ version, integrity, base_url }] = (await json(answer)).remotes;
        expect([version, integrity, base_url]).toEqual(
          version === '3c4d'
            ? ['3c4d', 'sha384-bmV3', '/remotes/campaigns/3c4d/']
            : ['1a2b', 'sha384-b2xk', '/remotes/campaigns/1a2b/'],
        );
        return version;
      };
      const browsers = Array.from({ length: 30 }, (_, number) => `Browser/${number}`);
      const seen = await Promise.all(browsers.map(seenBy));
      expect(new Set(seen)).toEqual(new Set(['1a2b', '3c4d']));
      expect(await Promise.all(browsers.map(seenBy))).toEqual(seen);
    });

    it('serves drafts on request', async () => {
      const manifest = (await remotes())[0].manifest;
      await live({ campaigns: { version: '1a2b', draft: { version: '9f9f', manifest } } });
      const seen = async (query: string) =>
        (await json(await get(`/registry/remotes.json${query}`))).remotes[0];
      expect(await seen('')).toMatchObject({ version: '1a2b' });
      expect(await seen('?dev=documents')).toMatchObject({ version: '1a2b' });
      expect(await seen('?dev=documents,campaigns')).toMatchObject({
        version: '9f9f',
        draft: true,
        base_url: '/remotes/campaigns/9f9f/',
      });
    });

    it('isolates a broken entry', async () => {
      await live({
        '../secret': { version: '1' },
        auth: { version: '../../secret' },
        marketing: 7,
        documents: { version: '1', manifest: { id: 'other' } },
        campaigns: { version: '1a2b' },
      });
      expect(await remotes()).toMatchObject([{ id: 'campaigns' }]);
      await fs.writeFile(path.join(gateway.folder, 'live.json'), '{"camp');
      expect(await remotes()).toEqual([]);
    });
  });

  it('is whole when every service and part answers', async () => {
    const answer = await get('/readyz');
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text.split('\n').length).toBeGreaterThan(10);
    expect(JSON.parse(text).parts).toMatchObject({
      gateway: 'ok',
      'gateway.shell': 'ok',
      identity: 'ok',
      'identity.database': 'ok',
    });
  });
});

describe('public configuration', () => {
  const identityOf = async (settings: Record<string, string>) => {
    const gateway = await startGateway(settings);
    const answer = await fetch(`${gateway.url}/config.json`);
    const { identity } = await json(answer);
    await gateway.stop();
    return { identity, url: gateway.url, headers: answer.headers };
  };

  it('is the requested host name without a public one', async () => {
    const { identity, url, headers } = await identityOf({ PUBLIC_URL: 'http://localhost:8080' });
    expect(identity.user_pool_endpoint).toBe(`${url}/idp`);
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  const OTHERS = ['passkeys', 'devices', 'activity', 'common_passwords'];
  it.each<[Record<string, string>, string[]]>([
    [{ MFA: 'OFF' }, OTHERS],
    [{ MFA: 'ON' }, ['totp', 'recovery_codes', ...OTHERS, 'mfa_required']],
    [{ POOL_MANAGED: 'true' }, []],
    [{ POOL_MANAGED: 'true', POOL_FEATURES: 'passkeys, totp' }, ['passkeys', 'totp']],
  ])('is what its user pool offers: %j', async (settings, features) => {
    const { identity } = await identityOf(settings);
    expect(identity.features).toEqual(features);
    if (settings['POOL_MANAGED']) expect(identity.user_pool_endpoint).toBeUndefined();
  });
});
