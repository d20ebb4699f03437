import { startGateway, type GatewayUnderTest } from './gateway-under-test';
import { send } from './raw-client';

describe('the hosts that the gateway answers', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway({ ALLOWED_HOSTS: 'play.example.net, 192.0.2.7' });
  });
  afterAll(() => gateway.stop());

  const get = (target: string, ...headers: string[]) =>
    send(gateway.url, `GET ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  const PATHS = ['/', '/api/campaigns/', '/config.json', '/healthz', '/static/js/main.abc123.js'];

  // Which hosts these are, `AllowedHosts` decides and its spec holds.
  it.each(['tomekeeper.example', 'files.tomekeeper.example', 'play.example.net:80', '192.0.2.7'])(
    'are, among others, %s',
    async (host) => {
      for (const path of PATHS)
        expect([path, (await get(path, `Host: ${host}`)).status]).toEqual([path, 200]);
    },
  );

  it('are no others', async () => {
    for (const path of [...PATHS, '/api/nothing', '/%zz']) {
      const { status, text } = await get(path, 'Host: evil.example');
      expect([path, status]).toEqual([path, 421]);
      expect(text).toContain('"code":"request.misdirected"');
      expect(text).toContain('x-content-type-options: nosniff');
    }
  });

  it('must not repeat the Host header', async () => {
    for (const hosts of [
      ['localhost', 'evil.example'],
      ['evil.example', 'localhost'],
      ['localhost', 'localhost'],
    ])
      expect((await get('/api/campaigns/', ...hosts.map((host) => `Host: ${host}`))).status).toBe(
        400,
      );
  });

  it('prefer an absolute target', async () => {
    const target = (host: string) => `http://${host}/api/campaigns/?a=b`;
    expect((await get(target('evil.example'), 'Host: localhost')).status).toBe(421);
    const answer = await get(target('localhost:1'), 'Host: evil.example');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"path":"/api/campaigns/?a=b"');
  });

  it('include the host forwarded by a trusted proxy', async () => {
    const behind = await startGateway({ TRUSTED_PROXIES: '127.0.0.1' });
    const through = (host: string) =>
      send(
        behind.url,
        `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Host: ${host}\r\n\r\n`,
      );
    try {
      expect((await through('tomekeeper.example')).status).toBe(200);
      expect((await through('evil.example')).status).toBe(421);
    } finally {
      await behind.stop();
    }
  });
});
