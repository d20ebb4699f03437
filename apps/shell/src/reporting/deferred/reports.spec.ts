import type * as Reports from './reports';

const watched = jest.fn();

beforeEach(() => {
  jest.resetModules();
  watched.mockClear();
  class Observer {
    observe(options: { type: string }) {
      watched(options.type);
    }
  }
  Object.assign(globalThis, { PerformanceObserver: Observer });
});

/** New page whose browser sends these privacy signals. */
async function begin(wish: object) {
  for (const [name, value] of Object.entries(wish))
    Object.defineProperty(navigator, name, { configurable: true, value });
  const { reportErrors }: typeof Reports = await import('./reports');
  reportErrors([], 'abc', []);
  for (const name of Object.keys(wish)) Reflect.deleteProperty(navigator, name);
}

it('measures calls of a page', async () => {
  await begin({});
  expect(watched).toHaveBeenCalledWith('resource');
});

it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
  'measures nothing for somebody who says %j',
  async (wish) => {
    await begin(wish);
    expect(watched).not.toHaveBeenCalled();
  },
);
