import { matchRoute } from './match';

const routes = ['*', '/', '/campaigns/:id', '/campaigns/new', '/campaigns/:id/edit', '/help/*'].map(
  (path) => ({ path }),
);

describe('the route of a path', () => {
  it.each([
    ['/', '/', {}],
    ['/campaigns/new', '/campaigns/new', {}],
    ['/Campaigns/New/', '/campaigns/new', {}],
    ['/campaigns/7', '/campaigns/:id', { id: '7' }],
    ['/campaigns/7/edit', '/campaigns/:id/edit', { id: '7' }],
    ['/campaigns/salt%20road', '/campaigns/:id', { id: 'salt road' }],
    ['/campaigns/100%', '/campaigns/:id', { id: '100%' }],
    ['/help/with/spoilers', '/help/*', { '*': 'with/spoilers' }],
  ])('%s is %s', (pathname, path, params) => {
    expect(matchRoute(routes, pathname)).toEqual({ route: { path }, params });
  });

  it.each(['/campaigns', '/campaigns/7/nowhere', '/campaignsnew'])('%s is the fallback', (path) => {
    expect(matchRoute(routes, path)?.route.path).toBe('*');
  });

  it('is none where there is no fallback', () => {
    expect(matchRoute([{ path: '/' }], '/elsewhere')).toBeUndefined();
  });

  it('is the first of two that are alike', () => {
    const [first, second] = [{ path: '/a' }, { path: '/a' }];
    expect(matchRoute([first, second], '/a')?.route).toBe(first);
  });
});
