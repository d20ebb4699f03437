import { createHistory, sameSitePath, type AppHistory } from './history';

describe('the history of the shell', () => {
  let history: AppHistory;
  const address = () => location.pathname + location.search + location.hash;
  const popped = () =>
    new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));

  beforeEach(() => {
    window.history.replaceState(null, '', '/start');
    history = createHistory(window);
  });
  afterEach(() => history.stop());

  it('navigates to a path, and notifies listeners', () => {
    const listener = jest.fn();
    history.subscribe(listener);
    history.navigate('/features?a=1#b');
    expect(address()).toBe('/features?a=1#b');
    expect(history.place()).toMatchObject({ pathname: '/features', search: '?a=1', by: 'push' });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('replaces the entry when asked, and when the address stays the same', () => {
    const entries = window.history.length;
    history.navigate('/elsewhere', { replace: true });
    history.navigate('/elsewhere');
    expect(window.history.length).toBe(entries);
  });

  it('knows a step back by the key of the place', async () => {
    const { key } = history.place();
    history.navigate('/next');
    window.history.back();
    await popped();
    expect(history.place()).toMatchObject({ pathname: '/start', key, by: 'history' });
  });

  it('holds a navigation until the person decides', () => {
    const release = history.hold();
    history.navigate('/next');
    expect(address()).toBe('/start');
    history.held()?.stay();
    expect(history.held()).toBeUndefined();

    history.navigate('/next');
    history.held()?.proceed();
    expect(address()).toBe('/next');
    release();
  });

  it('blocks going back as well: the URL stays, and Leave continues', async () => {
    history.navigate('/editor');
    const release = history.hold();
    window.history.back();
    await popped();
    await popped(); // blocking a back navigation triggers another pop
    expect(address()).toBe('/editor');
    expect(history.place().pathname).toBe('/editor');
    history.held()?.proceed();
    await popped();
    expect(address()).toBe('/start');
    expect(history.place().pathname).toBe('/start');
    release();
  });

  it('blocks actions that end the page, such as logging out', () => {
    const logOut = jest.fn();
    history.leave(logOut);
    expect(logOut).toHaveBeenCalledTimes(1);

    history.hold();
    history.leave(logOut);
    expect(logOut).toHaveBeenCalledTimes(1);
    history.held()?.stay();
    history.leave(logOut);
    history.held()?.proceed();
    expect(logOut).toHaveBeenCalledTimes(2);
  });

  it('goes past unsaved changes when forced', () => {
    history.hold();
    history.navigate('/login', { force: true });
    expect(address()).toBe('/login');
  });
});

describe('sameSitePath', () => {
  const base = { href: 'http://localhost/login?redirect=x', origin: 'http://localhost' };
  it.each([
    ['/home', '/home'],
    ['/a/../b?c=d#e', '/b?c=d#e'],
    ['http://localhost/x', '/x'],
    ['https://evil.example/', '/'],
    ['//evil.example/home', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['http://[', '/'],
  ])('%s leads to %s', (to, expected) => {
    expect(sameSitePath(to, base)).toBe(expected);
  });
});
