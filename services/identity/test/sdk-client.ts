import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { RunningIdentity } from './running-identity';

/** The AWS SDK client for the tests of a file. It does not sign public operations and does not retry. */
export function sdkFor(identity: RunningIdentity): CognitoIdentityProviderClient {
  const sdk = new CognitoIdentityProviderClient({
    // Known once the service runs.
    endpoint: async () => ({ url: new URL(identity.endpoint) }),
    region: 'local',
    maxAttempts: 1,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  });
  afterAll(() => sdk.destroy());
  return sdk;
}
