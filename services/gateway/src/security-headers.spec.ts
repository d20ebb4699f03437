import { z } from 'zod';
import { gatewayConfig } from './config';
import {
  DOCS_POLICY,
  documentPolicy,
  PERMISSIONS_POLICY,
  securityHeaders,
  WORKER_POLICY,
} from './security-headers';

const config = (settings: Record<string, string> = {}) =>
  z.object(gatewayConfig).parse({
    PORT: '8080',
    ...Object.fromEntries(
      ['IDENTITY', 'CAMPAIGN', 'DOCUMENT', 'MAILING', 'CONTACT', 'LIVE', 'SEARCH'].map((name) => [
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

  it('is this, word for word', () => {
    const inline = { scripts: ["'sha256-a'"], styles: ["'sha256-b'"] };
    expect(documentPolicy(config()).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: https://files.example",
      'media-src https://files.example',
      "font-src 'self'",
      "connect-src 'self' https://files.example",
      "worker-src 'self'",
      "manifest-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]);
    expect(documentPolicy(config(), inline).split('; ').slice(1, 3)).toEqual([
      "script-src 'self' 'sha256-a'",
      "style-src 'self' 'sha256-b'",
    ]);
    expect(DOCS_POLICY.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('lets the browser reach a managed pool where there is one', () => {
    expect(documentPolicy(config({ POOL_MANAGED: 'true' }))).toContain(
      "connect-src 'self' https://files.example https://cognito-idp.eu-west-1.amazonaws.com;",
    );
  });

  it('lets reCAPTCHA in where the installation chose it', () => {
    const policy = documentPolicy(config({ ROBOT_CHECK: 'recaptcha' }));
    const scripts = 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/';
    expect(policy).toContain(`; script-src 'self' ${scripts};`);
    expect(policy).toContain(`; frame-src ${scripts} https://recaptcha.google.com/recaptcha/;`);
  });
});

it('has these headers on every answer', () => {
  expect(securityHeaders(config())).toEqual({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  });
  const plain = config({ PUBLIC_URL: 'http://localhost:8080' });
  expect(securityHeaders(plain)).toMatchObject({ strictTransportSecurity: false });
});

it('lets a worker compile WebAssembly without network access', () => {
  expect(WORKER_POLICY).toBe(
    "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
  );
});

it('disables unused browser features', () => {
  expect(PERMISSIONS_POLICY.split(', ')).toEqual([
    ...['camera=()', 'microphone=()', 'geolocation=()', 'payment=()', 'usb=()', 'serial=()'],
    ...['display-capture=()', 'publickey-credentials-get=(self)'],
    ...['publickey-credentials-create=(self)', 'clipboard-write=(self)'],
  ]);
});
