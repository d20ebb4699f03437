import { createHash } from 'node:crypto';
import { inlined } from './inlined';

const files: Record<string, string> = {
  '/static/first.js': 'document.title="$1"',
  '/static/shell.css': '@font-face{src:url(/static/a.woff2)}\n/*# sourceMappingURL=shell.css.map*/',
  '/remotes/page.css': '.a>b{background:url("data:image/svg+xml,x")}',
  '/remotes/relative.css': '.a{background:url(a.png)}',
  '/remotes/hostile.css': '.a{content:"</style><script>"}',
};
const inline = (html: string) => inlined(html, async (pathname) => files[pathname]);
const hashOf = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const integrityOf = (content: string) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

describe('resources that block the first paint', () => {
  it('is inlined in the document, named for the chunk loader, and hashed for the policy', async () => {
    const { html, sources } = await inline(
      '<head><script src="/static/first.js"></script><link href="/static/shell.css" rel="stylesheet">' +
        '<link rel="stylesheet" href="/remotes/page.css" data-href="page.css"></head><body>',
    );
    const page = files['/remotes/page.css'] ?? '';
    expect(html).toBe(
      '<head><script>document.title="$1"</script>' +
        '<style>@font-face{src:url(/static/a.woff2)}</style>' +
        `<style data-href="page.css">${page}</style></head><body>`,
    );
    expect(sources).toEqual({
      scripts: [hashOf('document.title="$1"')],
      styles: [hashOf('@font-face{src:url(/static/a.woff2)}'), hashOf(page)],
    });
  });

  it('is inlined only if it matches its integrity', async () => {
    const tags = (script: string, page: string) =>
      `<script src="/static/first.js" integrity="${integrityOf(script)}" data-start></script>` +
      `<link rel="stylesheet" href="/remotes/page.css" data-href="page.css" integrity="${integrityOf(page)}" data-start>`;
    const page = files['/remotes/page.css'] ?? '';
    const published = await inline(tags('document.title="$1"', page));
    expect(published.html).toBe(
      `<script>document.title="$1"</script><style data-href="page.css">${page}</style>`,
    );
    const other = tags('document.title="$2"', '.b{}');
    expect(await inline(other)).toEqual({ html: other, sources: { scripts: [], styles: [] } });
  });

  it.each([
    ['is not there', '<link rel="stylesheet" href="/gone.css">'],
    ['links to files in the same folder', '<link rel="stylesheet" href="/remotes/relative.css">'],
    ['would end its element', '<link rel="stylesheet" href="/remotes/hostile.css">'],
    ['keeps nobody waiting', '<script defer="defer" src="/static/first.js"></script>'],
    ['is no style sheet', '<link rel="icon" href="/static/shell.css">'],
  ])('stays a file when it %s', async (_, tag) => {
    expect(await inline(tag)).toEqual({ html: tag, sources: { scripts: [], styles: [] } });
  });
});
