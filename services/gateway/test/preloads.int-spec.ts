import fs from 'node:fs/promises';
import path from 'node:path';
import { json, startGateway, type GatewayUnderTest } from './gateway-under-test';

const HASH = 'sha384-abc';
const PRELOADS = {
  module: [{ file: 'remote.js', integrity: HASH }],
  routes: { '/home': { files: [{ file: 'home.css', integrity: HASH }], widgets: [] } },
  session: [],
};

describe('preloads in the document', () => {
  let gateway: GatewayUnderTest;
  const write = async (name: string, content: unknown) => {
    const file = path.join(gateway.folder, name);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  };
  const deploy = async (version: string, preloads?: unknown, canary?: object) => {
    await write(`remotes/campaigns/${version}/remote.json`, {
      id: 'campaigns',
      container: 'campaigns',
      requires: '^1.0',
      routes: [{ path: '/home', access: 'guarded' }],
      entry: 'entry.js',
      ...(preloads !== undefined && { preloads }),
    });
    await write('live.json', { campaigns: { version, integrity: HASH, canary } });
  };
  const get = (where: string, headers: Record<string, string> = {}) =>
    fetch(gateway.url + where, { headers });

  beforeAll(async () => {
    gateway = await startGateway();
    await write('shell/index.html', '<head><title>Tomekeeper</title></head><div id="root"></div>');
  });
  afterAll(() => gateway.stop());

  it('name the files of the live version, under the same policy', async () => {
    await deploy('1', PRELOADS);
    const home = await get('/home', { 'accept-encoding': 'br' });
    expect(home.headers.get('content-encoding')).toBe('br');
    const html = await home.text();
    for (const file of ['entry.js', 'remote.js', 'home.css'])
      expect(html).toContain(`href="/remotes/campaigns/1/${file}" integrity="${HASH}"`);
    expect(html.indexOf('rel="preload"')).toBeLessThan(html.indexOf('</head>'));
    const elsewhere = await get('/elsewhere');
    expect(await elsewhere.text()).not.toContain('rel="preload"');
    expect(home.headers.get('content-security-policy')).toBe(
      elsewhere.headers.get('content-security-policy'),
    );
  });

  it('include the shell’s files: inlined first script, preloaded chunk, fonts with low priority', async () => {
    await deploy('1', PRELOADS);
    await write('shell/static/js/first.js', 'var first = 1;');
    await write('shell/shell.json', {
      contract: '1.12.0',
      signedIn: [{ file: 'static/js/signed-in.js', integrity: HASH }],
    });
    await write(
      'shell/index.html',
      '<head><title>Tomekeeper</title><script src="/static/js/first.js"></script>' +
        '<link rel="preload" crossorigin="anonymous" href="/a.woff2" as="font"></head>',
    );
    const home = await get('/home');
    const html = await home.text();
    expect(html).toContain('<script>var first = 1;</script>');
    expect(home.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
    expect(html).toContain(`href="/static/js/signed-in.js" integrity="${HASH}"`);
    // Behind the code.
    expect(html).toContain('href="/a.woff2" as="font"></head>');
    expect(html).toContain('<link fetchpriority="low" rel="preload" crossorigin="anonymous"');
    expect(await (await get('/elsewhere')).text()).toContain('src="/static/js/first.js"');
  });

  it('change with the live version, and otherwise not', async () => {
    await deploy('1', PRELOADS);
    const etag = (await get('/home')).headers.get('etag') ?? '';
    expect((await get('/home', { 'if-none-match': etag })).status).toBe(304);
    await deploy('2', PRELOADS);
    const next = await get('/home', { 'if-none-match': etag });
    expect(next.status).toBe(200);
    expect(await next.text()).toContain('/remotes/campaigns/2/remote.js');
  });

  it('are of the version that the registry names to the same visitor', async () => {
    await deploy('4', PRELOADS);
    await deploy('3', PRELOADS, { version: '4', integrity: HASH, percent: 50 });
    const versions = new Set<string>();
    for (let nth = 0; nth < 20; nth += 1) {
      const headers = { 'user-agent': `browser ${nth}` };
      const { remotes } = await json(await get('/registry/remotes.json', headers));
      const html = await (await get('/home', headers)).text();
      expect(html).toContain(`${remotes[0].base_url}remote.js`);
      versions.add(remotes[0].version);
    }
    expect([...versions].sort()).toEqual(['3', '4']);
  });

  it('are not in the registry that browsers load', async () => {
    await deploy('1', PRELOADS);
    const body = await (await get('/registry/remotes.json')).text();
    expect(body).toContain('entry.js');
    expect(body).not.toContain('home.css');
  });

  it('are absent for remotes without lists', async () => {
    await deploy('5');
    expect(await (await get('/home')).text()).not.toContain('/remotes/');
  });
});
