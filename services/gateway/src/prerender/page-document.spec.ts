import type { PrerenderedPage, RegistryEntry } from '@tomekeeper/contracts-federation';
import { pageDocument, type PageParts } from './page-document';

const page: PrerenderedPage = {
  path: '/features',
  head: '<title>Features</title><link rel="canonical" href="{{public_url}}/features"/>',
  body: '<h1>Features for $1</h1><img src="{{public_url}}{{base_url}}a.png"/>',
  styles: ['remote.1.css', 'features.2.css'],
  scripts: ['remote.1.js', 'features.2.js'],
  indexed: true,
};
const remote: RegistryEntry = {
  id: 'marketing',
  version: '1',
  base_url: '/remotes/marketing/1/',
  manifest: {
    id: 'marketing',
    container: 'marketing',
    requires: '^1.0',
    routes: [],
    nav: [],
    campaignNav: [],
    widgets: [],
    entry: 'entry.3.js',
  },
};
const parts: PageParts = {
  document:
    '<html><head><title>Shell</title><meta name="description" content="Old"></head>' +
    '<body><div id="root"><noscript>Script!</noscript></div></body></html>',
  frame:
    '<header><ul><li class="a"><b>no link</b></li>' +
    '<li><a href="{{to}}" class="link" aria-current="page">{{label}}</a></li></ul></header>' +
    '<main>{{page}}</main>',
  page,
  nav: [
    { to: '/', label: 'Home', order: 1, show: 'always' },
    { to: '/features', label: 'Q & <A>', order: 2, show: 'always' },
    { to: '/home', label: 'My Campaigns', order: 3, show: 'signed-in' },
  ],
  remote,
  publicUrl: 'https://tomekeeper.example',
  sessionKey: 'Pool.c1.LastUser',
};

const htmlWith = (files: Record<string, string>, integrity?: string) =>
  pageDocument({
    ...parts,
    remote: { ...remote, integrity, manifest: { ...remote.manifest, files } },
  });

describe('a document with a prerendered page', () => {
  const html = pageDocument(parts) ?? '';

  it('has the head of the page in place of the shell’s', () => {
    expect(html).toContain(
      '<title>Features</title><link rel="canonical" href="https://tomekeeper.example/features"/>',
    );
    expect(html).not.toContain('Shell');
    expect(html).not.toContain('Old');
  });

  it('has the unchanged page inside the frame', () => {
    expect(html).toContain('<main><h1>Features for $1</h1>');
    expect(html).toContain('src="https://tomekeeper.example/remotes/marketing/1/a.png"');
    expect(html).not.toContain('noscript');
  });

  it('includes the styles, named for the chunk loader', () => {
    expect(html).toContain(
      '<link rel="stylesheet" href="/remotes/marketing/1/remote.1.css" data-href="remote.1.css">' +
        '<link rel="stylesheet" href="/remotes/marketing/1/features.2.css" data-href="features.2.css">',
    );
  });

  it('adds the integrity of a style sheet from the manifest', () => {
    expect(htmlWith({ 'features.2.css': 'sha384-b25l' })).toContain(
      '<link rel="stylesheet" href="/remotes/marketing/1/remote.1.css" data-href="remote.1.css">' +
        '<link rel="stylesheet" href="/remotes/marketing/1/features.2.css" data-href="features.2.css"' +
        ' integrity="sha384-b25l" data-start>',
    );
  });

  it('asks for the remote’s scripts at once, runs its chunks, and leaves the entry to the shell', () => {
    const files = { 'remote.1.js': 'sha384-b25l', 'features.2.js': 'sha384-dHdv' };
    expect(htmlWith(files, 'sha384-dGhyZWU=')).toContain(
      '<link rel="preload" as="script" href="/remotes/marketing/1/entry.3.js" integrity="sha384-dGhyZWU=">' +
        '<script async src="/remotes/marketing/1/remote.1.js" integrity="sha384-b25l"></script>' +
        '<script async src="/remotes/marketing/1/features.2.js" integrity="sha384-dHdv"></script></head>',
    );
  });

  it('asks for no script whose hash is not known', () => {
    expect(html).not.toMatch(/\.js/);
  });

  it('links to registry entries, with their audience, and marks the current page', () => {
    expect(html).toContain('<li class="a"><b>no link</b></li>');
    expect(html).toContain('<li><a href="/" class="link">Home</a></li>');
    expect(html).toContain(
      '<li><a href="/features" class="link" aria-current="page">Q &amp; &lt;A&gt;</a></li>',
    );
    expect(html).toContain(
      '<li data-show="signed-in"><a href="/home" class="link">My Campaigns</a></li>',
    );
  });

  it('names the session key of the browser', () => {
    expect(html).toContain('<html data-session-key="Pool.c1.LastUser">');
    expect(pageDocument({ ...parts, sessionKey: undefined })).toContain('<html><head>');
  });

  it('is none where the shell’s document has no place for it', () => {
    expect(pageDocument({ ...parts, document: '<html></html>' })).toBeUndefined();
  });
});
