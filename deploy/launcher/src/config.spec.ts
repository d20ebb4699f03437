import { readConfig } from './config';

const read = (environment: NodeJS.ProcessEnv) =>
  readConfig(environment, { workspace: '/clone', here: '/home' });

it('works with nothing set', () => {
  expect(read({})).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:8080',
    STORAGE_PUBLIC_URL: 'http://localhost:8090',
    MAIL_UI_PORT: 8025,
    ENVIRONMENT: 'local',
    MAX_UPLOAD_MB: 200,
    dataDir: '/clone/.data',
  });
});

it('resolves a relative data folder against the working directory of the command', () => {
  expect(read({ DATA_DIR: 'mine' }).dataDir).toBe('/home/mine');
});

it('treats an empty variable as unset', () => {
  expect(read({ PORT: '', PUBLIC_URL: '' }).PUBLIC_URL).toBe('http://localhost:8080');
});

it('derives the URLs from the ports, and keeps only the origin of given ones', () => {
  expect(read({ PORT: '9000' }).PUBLIC_URL).toBe('http://localhost:9000');
  expect(read({ PUBLIC_URL: 'https://tomes.example.org/' }).PUBLIC_URL).toBe(
    'https://tomes.example.org',
  );
});

it('tells all mistakes at once', () => {
  expect(() => read({ PORT: 'eighty', ENVIRONMENT: 'prod', DATABASE_URL: 'mysql://x' })).toThrow(
    /PORT must be a port number.*ENVIRONMENT must be 'local' or 'production'.*DATABASE_URL must begin with postgres:\/\//,
  );
});

it('refuses settings that contradict each other', () => {
  expect(() => read({ PORT: '8025' })).toThrow(/three different ports/);
  expect(() => read({ S3_ENDPOINT: 'https://s3.example.org' })).toThrow(/needs S3_BUCKET/);
  expect(() => read({ COGNITO_USER_POOL_ID: 'eu-west-1_AbCdEf' })).toThrow(/belong together/);
  expect(() => read({ LLM_MODEL: 'small' })).toThrow(/LLM_BASE_URL and LLM_MODEL/);
  for (const alone of [{ EMBEDDINGS_URL: 'https://e.example/v1' }, { EMBEDDINGS_MODEL: 'm' }])
    expect(() => read(alone)).toThrow(/EMBEDDINGS_URL and EMBEDDINGS_MODEL/);
  expect(read({ EMBEDDINGS_URL: 'off' })).toMatchObject({ EMBEDDINGS_URL: 'off' });
});

it("lets the browser reach an operator's own storage", () => {
  const own = read({ S3_ENDPOINT: 'https://s3.example.org/x', S3_BUCKET: 'tomes' });
  expect(own.STORAGE_PUBLIC_URL).toBe('https://s3.example.org');
});
