import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { RunningIdentity } from './running-identity';

/** AWS's own client, which shows each answer as it is. It signs nothing that people call, and tries once. */
export const sdkFor = ({ endpoint }: Pick<RunningIdentity, 'endpoint'>) =>
  new CognitoIdentityProviderClient({
    endpoint,
    region: 'local',
    maxAttempts: 1,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  });
