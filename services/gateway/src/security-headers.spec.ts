import { z } from 'zod';
import { gatewayConfig } from './config';
import { documentPolicy } from './security-headers';

const config = (settings: Record<string, string> = {}) =>
  z.object(gatewayConfig).parse({
    PORT: '8080',
    ...Object.fromEntries(
      ['IDENTITY', 'CAMPAIGN', 'DOCUMENT', 'MAILING', 'CONTACT'].map((name) => [
        `${name}_URL`,
        'http://127.0.0.1:1',
      ]),
    ),
    PUBLIC_URL: 'https://tomekeeper.example/',
    STORAGE_ORIGIN: 'https://files.example/bucket',
    POOL_ID: 'eu-west-1_AbCdEf',
    POOL_CLIENT_ID: 'client',
    SHELL_DIR: 'shell',
    REMOTES_DIR: 'remotes',
    REMOTES_POINTERS: 'live.json',
    ...settings,
  });

describe('the policy of documents', () => {
  it('names no third party and nothing unsafe by default', () => {
    const policy = documentPolicy(config());
    expect(policy).not.toMatch(/unsafe|google|amazonaws|\*/);
    expect(policy).toContain("connect-src 'self' https://files.example;");
  });

  it('lets the browser reach a managed pool where there is one', () => {
    expect(documentPolicy(config({ POOL_MANAGED: 'true' }))).toContain(
      "connect-src 'self' https://files.example https://cognito-idp.eu-west-1.amazonaws.com;",
    );
  });

  it('lets reCAPTCHA in where the installation chose it', () => {
    const policy = documentPolicy(config({ ROBOT_CHECK: 'recaptcha' }));
    expect(policy).toContain("script-src 'self' https://www.google.com/recaptcha/");
    expect(policy).toContain('frame-src https://www.google.com/recaptcha/');
  });
});

it('has default limits that leave a table of eight behind one address alone', () => {
  const limits = config();
  expect(limits.RATE_LIMIT_USER).toBeGreaterThanOrEqual(600);
  expect(limits.RATE_LIMIT_ADDRESS).toBeGreaterThanOrEqual(8 * 600);
  // A sign-in takes two calls.
  expect(limits.RATE_LIMIT_SIGN_IN).toBeGreaterThanOrEqual(2 * 20);
  for (const name of ['SIGN_UP', 'CODE', 'SUBSCRIBE', 'RESEND', 'CONTACT'] as const)
    expect(limits[`RATE_LIMIT_${name}`]).toBeGreaterThanOrEqual(20);
});
