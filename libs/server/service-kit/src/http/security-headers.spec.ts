import { securityHeadersOf } from './create-app';

describe('security headers', () => {
  it('let an answer load nothing and be framed by nobody', () => {
    expect(securityHeadersOf()).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.any(String),
    });
  });

  it('are what the settings say', () => {
    const headers = securityHeadersOf({
      strictTransportSecurity: false,
      xFrameOptions: { action: 'deny' },
    });
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});
