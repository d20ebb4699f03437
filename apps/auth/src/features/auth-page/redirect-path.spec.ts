import { redirectPath, withRedirect } from './redirect-path';

const after = (redirect: string) => redirectPath(`?redirect=${encodeURIComponent(redirect)}`);

describe('where sign-in leads', () => {
  it.each(['/account', '/campaigns/1?tab=players', '/campaigns/1#documents', '/', '/a%2Fb'])(
    'follows the path %s of this site',
    (path) => expect(after(path)).toBe(path),
  );

  it.each([
    ['another site', 'https://evil.example/'],
    ['a scheme-relative address', '//evil.example'],
    ['a backslash that browsers read as a slash', '/\\evil.example'],
    ['a tab that browsers drop', '/\t/evil.example'],
    ['a line break that browsers drop', '/\n/evil.example'],
    ['dots that resolve to two slashes', '/..//evil.example'],
    ['a dot that resolves to two slashes', '/.//evil.example'],
    ['a backslash after dots', '/../\\evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a relative path', 'account'],
    ['a leading space', ' //evil.example'],
    ['nothing', ''],
    ['sign-in itself', '/login'],
    ['sign-in with its own redirect', '/login/?redirect=%2Flogin'],
    ['sign-up', '/signup?email=a'],
  ])('goes home instead of following %s', (_what, path) => expect(after(path)).toBe('/home'));

  it('goes home without the parameter', () => {
    expect(redirectPath('')).toBe('/home');
    expect(redirectPath('?email=a%40b.example')).toBe('/home');
  });
});

describe('links between the auth pages', () => {
  it('keep a wish to return that is safe', () => {
    expect(withRedirect('/signup', '?redirect=%2Faccount')).toBe('/signup?redirect=%2Faccount');
    expect(withRedirect('/signup', '?redirect=%2F%2Fevil.example')).toBe('/signup');
  });

  it('add the address typed', () => {
    expect(withRedirect('/signup', '', { email: 'gm+1@table.example' })).toBe(
      '/signup?email=gm%2B1%40table.example',
    );
  });
});
