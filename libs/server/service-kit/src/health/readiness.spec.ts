import { Readiness } from './readiness';

describe('a part that is needed once', () => {
  let now: number;
  let isThere: boolean;
  let readiness: Readiness;
  const needed = async () => (await readiness.check('needed')).ready;

  beforeEach(() => {
    now = 1_000;
    isThere = false;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    readiness = new Readiness();
    readiness.awaitFirst('keys', async () => {
      if (!isThere) throw new Error('not yet');
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it('keeps work away until it has come, and is only watched from then on', async () => {
    expect(await needed()).toBe(false);
    isThere = true;
    expect(await needed()).toBe(true);
    isThere = false;
    expect(await readiness.check()).toEqual({ ready: true, parts: { keys: 'unavailable' } });
    expect(await needed()).toBe(true);
  });

  it('keeps work away for fifteen seconds at most', async () => {
    now += 15_000;
    expect(await needed()).toBe(false);
    now += 1;
    expect(await needed()).toBe(true);
  });
});
