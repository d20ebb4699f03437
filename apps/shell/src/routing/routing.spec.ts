import { createHistory } from './history';
import { createRouting } from './routing';

it('completes the targets of navigations by remotes', () => {
  const history = createHistory(window);
  const routing = createRouting(
    history,
    () => undefined,
    (to) => `${to}#p-1`,
  );
  routing.navigate('/campaigns/7');
  expect(location.pathname + location.hash).toBe('/campaigns/7#p-1');
  history.stop();
});
