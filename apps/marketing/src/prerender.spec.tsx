import { prerender } from './prerender';

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');

describe('the prerendered pages', () => {
  const rendered = prerender();

  it('are the public ones, with a front page for each environment', () => {
    expect(rendered.map(({ path, environment }) => [path, environment])).toEqual([
      ['/', 'production'],
      ['/', 'local'],
      ['/features', undefined],
      ['/faq', undefined],
      ['/contact', undefined],
      ['/privacy', undefined],
      ['/how-secrets-are-kept', undefined],
    ]);
  });

  it.each(rendered.map((page) => [`${page.path} ${page.environment ?? ''}`, page] as const))(
    '%s reads by itself and keeps to a strict policy',
    (_, { head, body }) => {
      const page = parse(body);
      expect(page.querySelectorAll('h1')).toHaveLength(1);
      expect(page.body.textContent?.length).toBeGreaterThan(150);
      expect(page.querySelectorAll('[style], style, script')).toHaveLength(0);
      const { head: said } = parse(`<head>${head}</head>`);
      expect(
        said.querySelectorAll('title, meta[name=description], link[rel=canonical]'),
      ).toHaveLength(3);
      for (const property of ['title', 'description', 'url', 'image', 'type', 'site_name']) {
        const content = said.querySelector(`meta[property="og:${property}"]`);
        expect(content?.getAttribute('content')).toBeTruthy();
      }
    },
  );
});
