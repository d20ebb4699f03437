import { securityHeadersOf } from './create-app';

describe('security headers', () => {
  it('prevent a response from loading resources and from being framed', () => {
    expect(securityHeadersOf()).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.any(String),
    });
  });

  it('match the settings', () => {
    const headers = securityHeadersOf({
      strictTransportSecurity: false,
      xFrameOptions: { action: 'deny' },
    });
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});
