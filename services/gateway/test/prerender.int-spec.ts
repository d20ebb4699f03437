import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startGateway, type GatewayUnderTest } from './gateway-under-test';

const MANIFEST = {
  id: 'marketing',
  container: 'marketing',
  requires: '^1.0',
  routes: [{ path: '/faq', access: 'public' }],
  nav: [{ label: 'FAQ', to: '/faq', order: 1, show: 'always' }],
  entry: 'entry.js',
};

const pageOf = (words: string, more: object = {}) => ({
  path: '/faq',
  head: `<title>${words}</title>`,
  body: `<h1>${words}</h1>`,
  styles: ['faq.css'],
  indexed: true,
  ...more,
});

describe('prerendered pages', () => {
  let gateway: GatewayUnderTest;
  const write = async (name: string, content: unknown) => {
    const file = path.join(gateway.folder, name);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  };
  const deploy = async (version: string, pages?: unknown) => {
    await write(`remotes/marketing/${version}/remote.json`, MANIFEST);
    if (pages) await write(`remotes/marketing/${version}/prerendered.json`, { pages });
    await write('live.json', { marketing: { version } });
  };
  const get = (where: string, headers: Record<string, string> = {}) =>
    fetch(gateway.url + where, { headers });
  const text = async (where: string) => (await get(where)).text();

  beforeAll(async () => {
    gateway = await startGateway();
    await write(
      'shell/index.html',
      '<!doctype html><title>Tomekeeper</title><div id="root"></div>',
    );
    await write('shell/prerendered/frame.local.html', '<main>{{page}}</main>');
    await deploy('1', [
      pageOf('Answers'),
      pageOf('Here', { path: '/', environment: 'local', indexed: false }),
      pageOf('Elsewhere', { path: '/', environment: 'production' }),
    ]);
  });
  afterAll(() => gateway.stop());

  it.each(['/faq', '/faq/', '/faq?from=mail'])('stand in the document at %s', async (where) => {
    const answer = await get(where, { 'accept-encoding': 'br' });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await answer.text();
    expect(html).toContain('<div id="root"><main><h1>Answers</h1></main></div>');
    expect(html).toContain('href="/remotes/marketing/1/faq.css"');
  });

  it('are those of the environment', async () => {
    const html = await text('/');
    expect(html).toContain('<h1>Here</h1>');
    expect(html).not.toContain('Elsewhere');
  });

  it('leave other addresses to the shell', async () => {
    expect(await text('/home')).toContain('<div id="root"></div>');
  });

  it('follow the live version, and are sent again only when something changed', async () => {
    const first = await get('/faq');
    const etag = first.headers.get('etag') ?? '';
    expect((await get('/faq', { 'if-none-match': etag })).status).toBe(304);
    await deploy('2', [pageOf('Better answers')]);
    const second = await get('/faq', { 'if-none-match': etag });
    expect(second.status).toBe(200);
    expect(await second.text()).toContain('<h1>Better answers</h1>');
  });

  it('inline render-blocking files, and no policy lets in more than that', async () => {
    const css = 'h1{color:teal}';
    await write('remotes/marketing/with-css/faq.css', css);
    await deploy('with-css', [pageOf('Answers')]);
    const page = await get('/faq');
    expect(await page.text()).toContain(`<style data-href="faq.css">${css}</style>`);
    const hash = createHash('sha256').update(css).digest('base64');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
    const elsewhere = await get('/home');
    expect(elsewhere.headers.get('content-security-policy')).toContain("style-src 'self';");
  });

  it('are not missed by a remote that has none, or broken ones', async () => {
    await deploy('3');
    expect(await text('/faq')).toContain('<div id="root"></div>');
    await deploy('4', [{ path: 7 }]);
    expect(await text('/faq')).toContain('<div id="root"></div>');
  });

  it('are listed in the sitemap, except pages that are not indexed', async () => {
    await deploy('5', [
      pageOf('Answers'),
      pageOf('Secret', { path: '/verify-subscribe', indexed: false }),
    ]);
    const sitemap = await get('/sitemap.xml');
    expect(sitemap.headers.get('content-type')).toContain('application/xml');
    const xml = await sitemap.text();
    expect(xml).toContain('<loc>https://tomekeeper.example/faq</loc>');
    expect(xml).not.toContain('verify-subscribe');
    const robots = await get('/robots.txt');
    expect(robots.headers.get('content-type')).toContain('text/plain');
    expect(await robots.text()).toContain('Sitemap: https://tomekeeper.example/sitemap.xml');
  });
});
