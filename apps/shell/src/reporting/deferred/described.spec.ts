import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import { described } from './described';

const entry = (id: string, version: string, ...paths: string[]): RegistryEntry => ({
  id,
  version,
  base_url: `/remotes/${id}/${version}/`,
  manifest: {
    id,
    container: id,
    requires: '^1.0',
    routes: paths.map((path) => ({ path, access: 'public' })),
    nav: [],
    campaignNav: [],
    widgets: [],
    entry: 'entry.js',
  },
});
const remotes = [
  entry('marketing', 'm1', '/', '*'),
  entry('campaigns', 'c2', '/home', '/campaigns/:id', '/campaigns/new'),
];
const ID = '3f0c9a52-93a0-4a2b-8b39-1d8b8f5e3b11';

function thrown(message: string, ...places: string[]): Error {
  const error = new TypeError(message);
  error.stack = [message, ...places.map((place) => `    at f (${place})`)].join('\n');
  return error;
}
const ours = (file: string) => `${location.origin}/${file}`;
const told = (error: unknown, where: string, path = '/home', remote = 'shell') =>
  described({ error, context: { remote, where }, path }, remotes);

describe('reports of errors to operators', () => {
  it('is where it happened, in patterns and files of ours alone', () => {
    const error = thrown(
      `No page for ${ID}`,
      ours('remotes/campaigns/c1/page.ab.js:1:20'),
      'chrome-extension://abc/content.js:2:1',
      ours('static/js/shell.js?x=1:3:4'),
      ours(`campaigns/${ID}:1:1`),
    );
    expect(told(error, 'render /campaigns/:id', `/campaigns/${ID}`, 'campaigns')).toEqual({
      remote: 'campaigns',
      // The failing version, which a newer one may have replaced since.
      version: 'c1',
      kind: 'render',
      where: 'render /campaigns/:id',
      name: 'TypeError',
      message: 'No page for [id]',
      stack: ['remotes/campaigns/c1/page.ab.js:1:20', 'static/js/shell.js:3:4'],
      page: '/campaigns/:id',
    });
  });

  it('names the version that did not load, which no stack can', () => {
    expect(told(new Error('late'), 'load', '/', 'campaigns')).toMatchObject({
      remote: 'campaigns',
      version: 'c2',
      kind: 'load',
      page: '/',
    });
  });

  it('finds the remote of uncaught errors, and of reports without a context', () => {
    const error = thrown(
      'oh',
      ours('static/js/shell.js:1:1'),
      ours('remotes/campaigns/c1/a.js:1:1'),
    );
    expect(told(error, 'rejection')).toMatchObject({ remote: 'campaigns', kind: 'rejection' });
    expect(described({ error, context: undefined, path: '/home' }, remotes)).toMatchObject({
      remote: 'campaigns',
      version: 'c1',
      kind: 'report',
    });
  });

  it.each([
    [thrown('x', 'moz-extension://abc/content.js:2:1'), 'error'],
    ['Script error.', 'error'],
    ['ResizeObserver loop completed with undelivered notifications.', 'error'],
    [Object.assign(new Error('Network Error'), { name: 'NetworkError' }), 'fetch user'],
  ])('is nothing when it is none of ours: %s', (error, where) => {
    expect(told(error, where)).toBeUndefined();
  });

  it('is nothing when there is no network to load anything by', () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(told(new Error('cut'), 'load', '/', 'campaigns')).toBeUndefined();
    onLine.mockRestore();
  });

  it('distinguishes chunk load errors from errors of the chunk', () => {
    const error = Object.assign(new Error('gone'), { name: 'ChunkLoadError' });
    expect(told(error, 'render /home')).toMatchObject({ kind: 'chunk', name: 'ChunkLoadError' });
    expect(told(error, 'load')).toMatchObject({ kind: 'load' });
  });

  it('names fields of an answer that breaks its contract, and nothing of the answer', () => {
    const error = {
      name: 'ZodError',
      issues: [{ path: ['rows', 0, 'title'], code: 'invalid_type' }],
    };
    expect(told(error, 'query')).toMatchObject({ message: 'rows.0.title: invalid_type' });
  });

  it('leads to the call that the server could not answer', () => {
    const response = Object.create(Response.prototype, {
      status: { value: 503 },
      url: { value: ours(`api/campaigns/${ID}/Some%20Title/?q=secret`) },
      headers: { value: new Headers({ 'x-correlation-id': 'click-12345' }) },
    });
    expect(told(response, 'api GET')).toEqual({
      remote: 'shell',
      kind: 'api',
      where: 'api GET /api/campaigns/:id/:id/',
      name: 'HTTP503',
      message: '',
      page: '/home',
      correlation_id: 'click-12345',
    });
  });

  it.each([undefined, null, 7, 'text', {}, { name: 1, message: [] }])('bears %j', (error) => {
    expect(told(error, '')).toMatchObject({ remote: 'shell', kind: 'report', page: '/home' });
  });

  it.each([
    ['/campaigns/new', '/campaigns/new'],
    ['/campaigns/x', '/campaigns/:id'],
    ['/', '/'],
    ['/no/such/page', '*'],
  ])('calls %s %s', (path, page) => {
    expect(told('x', '', path)).toMatchObject({ page });
  });
});
