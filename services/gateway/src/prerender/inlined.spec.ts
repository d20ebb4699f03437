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

describe('what the first paint waits for', () => {
  it('stands in the document, by name for whoever loads the chunks, and hashed for the policy', async () => {
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

  it.each([
    ['is not there', '<link rel="stylesheet" href="/gone.css">'],
    ['leads to files beside it', '<link rel="stylesheet" href="/remotes/relative.css">'],
    ['would end its element', '<link rel="stylesheet" href="/remotes/hostile.css">'],
    ['keeps nobody waiting', '<script defer="defer" src="/static/first.js"></script>'],
    ['is no style sheet', '<link rel="icon" href="/static/shell.css">'],
  ])('stays a file when it %s', async (_, tag) => {
    expect(await inline(tag)).toEqual({ html: tag, sources: { scripts: [], styles: [] } });
  });

  it('are not the scripts that the shell runs after it', async () => {
    const { html } = await inline(
      '<script defer="defer" src="/static/app.js" data-late></script><script defer src="/b.js"></script>',
    );
    expect(html).toBe(
      '<script type="late" src="/static/app.js" data-late></script><script defer src="/b.js"></script>',
    );
  });
});
