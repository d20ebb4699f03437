import { readConfig } from '../config';
import type { Secrets } from '../state/secrets';
import { dataFolder } from '../state/data-folder';
import { environmentOf, INTERNAL_PORTS, SERVICES, type InternalPorts } from './services';

const secrets: Secrets = {
  instance: 'i',
  poolId: 'local_own',
  poolClientId: 'ownclient',
  poolKeys: '1:key',
  mailSealKeys: '1:key',
  objectStore: { accessKeyId: 'a', secretAccessKey: 'b' },
  demoPassword: 'p',
  serviceKeys: {},
  databaseRoles: {},
};
const ports = Object.fromEntries(
  INTERNAL_PORTS.map((name, index) => [name, 20_000 + index]),
) as InternalPorts;

const environment = (name: (typeof SERVICES)[number], given: NodeJS.ProcessEnv) => {
  const config = readConfig(given, { workspace: '/w', here: '/w' });
  const folder = dataFolder(config.dataDir);
  return environmentOf(name, {
    config,
    folder,
    secrets,
    ports,
    databases: new Map(),
    shellDir: '',
  });
};

const COGNITO = {
  COGNITO_USER_POOL_ID: 'eu-west-1_AbCdEf123',
  COGNITO_USER_POOL_CLIENT_ID: 'managedclient',
};

it.each(SERVICES)('points %s at the managed pool when there is one', (name) => {
  const issuer = 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEf123';
  expect(environment(name, COGNITO)).toMatchObject({
    POOL_MANAGED: 'true',
    POOL_ID: 'eu-west-1_AbCdEf123',
    POOL_CLIENT_ID: 'managedclient',
    TOKEN_ISSUER: issuer,
    JWKS_URL: `${issuer}/.well-known/jwks.json`,
  });
});

it('points everyone at our own pool otherwise', () => {
  for (const name of SERVICES) {
    const env = environment(name, {});
    expect(env).toMatchObject({ POOL_ID: 'local_own', POOL_CLIENT_ID: 'ownclient' });
    expect(env['POOL_MANAGED']).toBeUndefined();
    expect(env['TOKEN_ISSUER']).toBe('http://localhost:8080/idp/local_own');
  }
});
