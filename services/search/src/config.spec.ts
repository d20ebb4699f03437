import { serviceKeys } from '@tomekeeper/testing';
import { config } from './config';

const keys = serviceKeys('search');

/** Settings that every instance needs. */
const GIVEN = {
  DATABASE_URL: 'postgres://x@localhost/x',
  QUEUE_URL: 'postgres://x@localhost/x',
  CAMPAIGN_URL: 'http://campaign:8080',
  DOCUMENT_URL: 'http://document:8080',
  IDENTITY_URL: 'http://identity:8080',
  TOKEN_ISSUER: 'http://localhost:8080/idp/local_x',
  POOL_CLIENT_ID: 'web',
  JWKS_URL: 'http://identity:8080/idp/local_x/.well-known/jwks.json',
  SERVICE_PRIVATE_KEY: JSON.stringify(keys.privateKey('search')),
  SERVICE_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
  PORT: '8080',
};
const OUTSIDE = 'https://vectors.example/v1';

afterEach(() => jest.restoreAllMocks());

it('works without models', () => {
  expect(config(GIVEN)).not.toHaveProperty('SEARCH_MODEL_URL');
});

it.each([
  [{ LLM_BASE_URL: OUTSIDE }, 'LLM_MODEL'],
  [{ LLM_MODEL: 'quill-7b' }, 'LLM_BASE_URL'],
  [{ EMBEDDINGS_URL: OUTSIDE }, 'EMBEDDINGS_MODEL'],
  [{ EMBEDDINGS_MODEL: 'embed-3' }, 'EMBEDDINGS_URL'],
  [{ SEARCH_MODEL_URL: 'http://search-model:8080/v1' }, 'SEARCH_MODEL_KEY'],
])('requires both settings of a pair: %p', (given, forgotten) => {
  expect(refused(given)).toMatch(new RegExp(`\n  ${forgotten}: `));
});

it.each(['LLM_BASE_URL', 'SEARCH_MODEL_URL', 'EMBEDDINGS_URL'])(
  'takes no password in %s, and does not repeat it',
  (name) => {
    const said = refused({ [name]: 'https://me:secret-word@vectors.example/v1' });
    expect(said).toMatch(new RegExp(`\n  ${name}: must be a URL without`));
    expect(said).not.toContain('secret-word');
  },
);

/** Error message of a failed start. */
function refused(given: object): string {
  jest.spyOn(process, 'exit').mockImplementation((status) => {
    throw new Error(`status ${String(status)}`);
  });
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(() => config({ ...GIVEN, ...given })).toThrow('status 78');
  return written.mock.calls.map(([said]) => String(said)).join('');
}

it('accepts an external service in addition to the built-in process, with or without a key', () => {
  const own = { SEARCH_MODEL_URL: 'http://search-model:8080/v1', SEARCH_MODEL_KEY: 'own' };
  const outside = { EMBEDDINGS_URL: OUTSIDE, EMBEDDINGS_MODEL: 'embed-3' };
  expect(config({ ...GIVEN, ...own, ...outside })).toMatchObject({ ...own, ...outside });
});
