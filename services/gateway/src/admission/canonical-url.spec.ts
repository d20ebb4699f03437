import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { canonicalTarget } from './canonical-url';

const urlOf = (target: string) => canonicalTarget(target)?.url;

describe('the one spelling of a target', () => {
  it.each([
    '/',
    '/api/campaigns/',
    '/api/documents/?campaign=1&q=%2e%2e//#',
    '/static/js/main.abc-1_2.js',
    '/remotes/a/1.2.3/x.js',
    '/a/.well-known/b',
    '/a/..b/c..',
    "/~!$&'()*+,=:@",
    '/caf%C3%A9/%20/%60',
    '/x?',
  ])('%s is one already', (target) => {
    expect(urlOf(target)).toBe(target);
  });

  it.each([
    ['/%69dp', '/idp'],
    ['/%7Euser/%2D', '/~user/-'],
    ['/%61/', '/a/'],
    ['/%C3%A9/b', '/%C3%A9/b'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/%61?%61', '/a?%61'],
  ])('%s is spelled %s', (target, url) => {
    expect(urlOf(target)).toBe(url);
  });

  it.each([
    ['http://a.example:1/x?y', { url: '/x?y', host: 'a.example:1' }],
    ['HTTPS://a.example', { url: '/', host: 'a.example' }],
    ['http://a.example?y', { url: '/?y', host: 'a.example' }],
    ['http:///x', { url: '/x', host: '' }],
  ])('%s has its host in itself', (target, canonical) => {
    expect(canonicalTarget(target)).toEqual(canonical);
  });

  it.each([
    ...[
      '',
      '*',
      'x',
      '%69dp',
      '?',
      '?x',
      'x/',
      'see http://a/x',
      'http://a.example/x\n',
      'example.com:80',
      'ftp://a/x',
      '//a.example/x',
      '\\x',
    ],
    ...['/a//b', '/a/./b', '/a/../b', '/.', '/..', '/a/%2e%2e/b', '/a/%2E/', '/a/.%2e'],
    ...['/a#b', '/a#?b', '/a;b', '/a;b=c/d', '/a\\b', '/a b', '/a\u00e9', '/a\u0000', '/a"<'],
    ...['/a%2fb', '/a%5Cb', '/a%00', '/a%0a', '/a%7f', '/a%25b', '/a%2541', '/a%3bb', '/a%3Fb'],
    ...['/a%23b', '/%', '/%z1', '/%a', '/%ff', '/%c0%af', 'http://a.example//x', 'http://a/../x'],
  ])('%j is none', (target) => {
    expect(canonicalTarget(target)).toBeUndefined();
  });

  it('is found once and for all', () => {
    const part = fc.constantFrom(...'/.%2eEfF05cC61;#?\\aZ-_~ é'.split(''), '%2e', '%2F', '%61');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const url = urlOf(`/${parts.join('')}`);
        if (url === undefined) return;
        const [path = ''] = url.split('?', 1);
        expect(urlOf(url)).toBe(url);
        expect(path).not.toMatch(/\/\/|\/\.{1,2}(\/|$)|[#;\\ ]|%2[fe]|%6[1-9a-f]/i);
        // A second decoding stays within the same path.
        expect(new URL(decodeURIComponent(path), 'http://a').pathname.split('/').length).toBe(
          path.split('/').length,
        );
      }),
      propertyRuns(2_000),
    );
  });
});
