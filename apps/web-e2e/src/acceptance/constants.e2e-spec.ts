import { shared } from '../product/shared-product';

const get = async (path: string) => (await fetch(new URL(path, shared.url))).text();
const json = async (path: string) => JSON.parse(await get(path)) as Record<string, never>;

/** Minified webpack code for a chunk that fails to load. */
const CHUNK_TIMEOUT =
  /setTimeout\([\w$.]+\(null,void 0,\{type:"timeout",target:[\w$]+\}\),([\de]+)\)/g;
const timeoutsIn = (script: string) =>
  [...script.matchAll(CHUNK_TIMEOUT)].map(([, milliseconds]) => Number(milliseconds));

describe('9. Business constants, as the running product has them', () => {
  it('"Chunk load time-out": 120 seconds in the shell', async () => {
    const page = await get('/');
    const scripts = [...page.matchAll(/<script[^>]+src="(\/static\/js\/[^"]+)"/g)];
    const built = await Promise.all(scripts.map(([, path]) => get(path ?? '')));
    expect(built.flatMap(timeoutsIn)).toEqual([120_000]);
  });

  it('"Chunk load time-out": 120 seconds in every remote', async () => {
    const { remotes } = (await json('/registry/remotes.json')) as unknown as {
      remotes: { id: string; base_url: string; manifest: { entry: string } }[];
    };
    const found = await Promise.all(
      remotes.map(async ({ id, base_url: folder, manifest }) => [
        id,
        timeoutsIn(await get(`${folder}${manifest.entry}`)),
      ]),
    );
    expect(Object.fromEntries(found)).toEqual({
      auth: [120_000],
      campaigns: [120_000],
      documents: [120_000],
      marketing: [120_000],
      operations: [120_000],
      search: [120_000],
      table: [120_000],
    });
  });

  it('"Environment": local unless it is configured, by contract.md in place of "fixed to production"', async () => {
    expect(await json('/config.json')).toMatchObject({ environment: 'local' });
  });

  it('"File size and type limits": 200 MB by contract.md, of any type', async () => {
    expect(await json('/config.json')).toMatchObject({ limits: { max_upload_mb: 200 } });
  });

  it('"Password policy of the deployed identity service": the one of contract.md', async () => {
    expect(await json('/config.json')).toMatchObject({
      password_policy: {
        min_length: 8,
        max_length: 256,
        require_uppercase: true,
        require_lowercase: true,
        require_numbers: true,
        require_symbols: false,
      },
    });
  });
});
