import { closeBrowser, openFrame, type FrameUnderTest } from './frame/frame-under-test';

/** Bytes of gzip, for a signed-out landing page. */
const BUDGET = 117_300;

describe('the first load of a visitor', () => {
  let frame: FrameUnderTest;
  afterEach(() => frame.close());
  afterAll(() => closeBrowser());

  it.each([
    ['production', 'Welcome to Tomekeeper'],
    ['local', 'The whole campaign'],
  ])('brings at most 117.3 kB of JavaScript on %s', async (environment, heading) => {
    frame = await openFrame({}, { environment });
    const page = await frame.visit('/');
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    const transferred = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry): entry is PerformanceResourceTiming => 'encodedBodySize' in entry)
        .filter(({ name }) => name.endsWith('.js'))
        // Comes once the page rests, which may be before this machine has looked.
        .filter(({ name }) => !/\/reports\.\w+\.js$/.test(name))
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize] as const),
    );
    const total = transferred.reduce((sum, [, size]) => sum + size, 0);
    expect(transferred.length).toBeGreaterThan(3);
    expect(total).toBeLessThanOrEqual(BUDGET);
  });
});
