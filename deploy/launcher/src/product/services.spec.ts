import { dataFolder, SEARCH_MODEL, SERVICES, type Secrets } from '@tomekeeper/installation';
import { readConfig } from '../config';
import { environmentOf, internalPortsOf, processesOf, type InternalPorts } from './services';

const secrets: Secrets = {
  instance: 'i',
  poolId: 'local_own',
  poolClientId: 'ownclient',
  poolKeys: '1:key',
  mailSealKeys: '1:key',
  objectStore: { accessKeyId: 'a', secretAccessKey: 'b' },
  embeddingsKey: 'e',
  demoPassword: 'p',
  serviceKeys: {},
  databaseRoles: {},
};
const environment = (
  name: (typeof SERVICES)[number] | typeof SEARCH_MODEL,
  given: NodeJS.ProcessEnv,
  process: string = name,
) => {
  const config = readConfig(given, { workspace: '/w', here: '/w' });
  const ports = Object.fromEntries(
    internalPortsOf(config).map((port, index) => [port, 20_000 + index]),
  ) as InternalPorts;
  const context = { config, secrets, ports, databases: new Map(), shellDir: '' };
  const folder = dataFolder(config.dataDir);
  return { ports, config, env: environmentOf(name, { ...context, folder }, process) };
};

const COGNITO = {
  COGNITO_USER_POOL_ID: 'eu-west-1_AbCdEf123',
  COGNITO_USER_POOL_CLIENT_ID: 'managedclient',
};

it.each(SERVICES)('points %s at the managed pool when there is one', (name) => {
  const issuer = 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEf123';
  expect(environment(name, COGNITO).env).toMatchObject({
    POOL_MANAGED: 'true',
    POOL_ID: 'eu-west-1_AbCdEf123',
    POOL_CLIENT_ID: 'managedclient',
    TOKEN_ISSUER: issuer,
    JWKS_URL: `${issuer}/.well-known/jwks.json`,
  });
});

it('points everyone at our own pool otherwise', () => {
  for (const name of SERVICES) {
    const { env } = environment(name, {});
    expect(env).toMatchObject({ POOL_ID: 'local_own', POOL_CLIENT_ID: 'ownclient' });
    expect(env['POOL_MANAGED']).toBeUndefined();
    expect(env['TOKEN_ISSUER']).toBe('http://localhost:8080/idp/local_own');
  }
});

it('tells the language model’s key to the search service alone', () => {
  const model = { LLM_BASE_URL: 'https://llm.example/v1', LLM_MODEL: 'm', LLM_API_KEY: 'key' };
  for (const name of SERVICES) {
    const told = Object.keys(environment(name, model).env).filter((one) => one.startsWith('LLM_'));
    expect([name, told]).toEqual([name, name === 'search' ? Object.keys(model) : []]);
  }
});

describe('who makes vectors of texts', () => {
  const told = (name: (typeof SERVICES)[number], given: NodeJS.ProcessEnv) =>
    Object.fromEntries(
      Object.entries(environment(name, given).env).filter(([one]) =>
        /^(EMBEDDINGS|SEARCH_MODEL)_/.test(one),
      ),
    );

  it('is our own process, and known to the search service alone', () => {
    const { ports } = environment('search', {});
    for (const name of SERVICES)
      expect([name, told(name, {})]).toEqual([
        name,
        name === 'search'
          ? {
              SEARCH_MODEL_URL: `http://127.0.0.1:${ports['search-model']}/v1`,
              SEARCH_MODEL_KEY: 'e',
            }
          : {},
      ]);
  });

  it('is an outside service where one is named, which never gets our own key', () => {
    const other = { EMBEDDINGS_URL: 'https://e.example/v1', EMBEDDINGS_MODEL: 'm' };
    expect(told('search', { ...other, SEARCH_MODEL_KEY: 'k' })).toEqual(other);
    const keyed = { ...other, EMBEDDINGS_KEY: 'k' };
    expect(told('search', keyed)).toEqual(keyed);
    expect(told('gateway', keyed)).toEqual({});
  });

  it('is off if EMBEDDINGS_URL is off', () => {
    expect(told('search', { EMBEDDINGS_URL: 'off' })).toEqual({
      EMBEDDINGS_URL: '',
      EMBEDDINGS_MODEL: '',
    });
  });
});

describe('the embedding process', () => {
  const model = (given: NodeJS.ProcessEnv, process?: string) =>
    environment(SEARCH_MODEL, given, process);

  it('gets its key and a port, and nothing of a database, a queue or other services', () => {
    const { env, ports } = model({});
    expect(env).toEqual({
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: String(ports['search-model']),
      SEARCH_MODEL_KEY: 'e',
    });
  });

  it('gets no key of language models and keeps its own settings', () => {
    const outside = { LLM_BASE_URL: 'https://llm.example', LLM_MODEL: 'm', LLM_API_KEY: 'k' };
    const { env } = model({ ...outside, MODEL_PRECISION: 'fp32' });
    expect(env['MODEL_PRECISION']).toBe('fp32');
    expect(Object.keys(env).filter((name) => name.startsWith('LLM_'))).toEqual([]);
  });

  it('has a separate port for its spare process', () => {
    const { env, ports } = model({}, 'search-model-spare');
    expect(env['PORT']).toBe(String(ports['search-model-spare']));
    expect(ports['search-model-spare']).not.toBe(ports['search-model']);
  });
});

it('bounds the memory of the search service alone, unless the operator does', () => {
  expect(environment('search', {}).env['NODE_OPTIONS']).toContain('--max-old-space-size=192');
  expect(environment('document', {}).env['NODE_OPTIONS']).toBeUndefined();
  expect(environment('search', {}).env['MALLOC_ARENA_MAX']).toBe('1');
  expect(environment('document', {}).env['MALLOC_ARENA_MAX']).toBeUndefined();
  const own = environment('search', {
    NODE_OPTIONS: '--max-old-space-size=900',
    MALLOC_ARENA_MAX: '4',
  });
  expect(own.env['NODE_OPTIONS']).toMatch(/=192 --max-old-space-size=900$/);
  expect(own.env['MALLOC_ARENA_MAX']).toBe('4');
});

describe('several processes of a service', () => {
  const REPLICAS = 'campaign=2,mailing-worker=3';

  it('have separate ports and a spare process, whose address callers and the gateway know', () => {
    const { env, ports } = environment('document', { REPLICAS });
    const known = [ports['campaign'], ports['campaign-2'], ports['campaign-spare']];
    expect(new Set(known).size).toBe(3);
    expect(env['CAMPAIGN_URL']).toBe(known.map((port) => `http://127.0.0.1:${port}`).join(','));
    expect(environment('gateway', { REPLICAS }).env['SPARE_ORIGINS']).toContain(`:${known[2]}`);
    for (const process of ['campaign', 'campaign-2'])
      expect(environment('campaign', { REPLICAS }, process).env['PORT']).toBe(
        String(ports[process]),
      );
  });

  it('take the work from the service when they are its workers', () => {
    const { env, config } = environment('mailing', { REPLICAS });
    expect(env['HOST_WORKER']).toBe('false');
    expect(processesOf('mailing-worker', config)).toHaveLength(3);
    expect(environment('campaign', { REPLICAS }).env['HOST_WORKER']).toBe('true');
    expect(environment('campaign', { WORKERS: 'apart' }).env['HOST_WORKER']).toBe('false');
  });
});
