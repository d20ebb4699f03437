import type { PublicConfig } from '@tomekeeper/contracts-federation';

/**
 * Calls an operation that the managed pool and therefore Amplify do not have. It throws like
 * Amplify: an error with the pool's error name.
 */
export async function callOwnPool(
  identity: PublicConfig['identity'],
  operation: string,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await send(identity.user_pool_endpoint ?? '', operation, body);
  const answer = (await response.json()) as Record<string, unknown>;
  if (response.ok) return answer;
  throw Object.assign(new Error(text(answer['message'])), { name: text(answer['__type']) });
}

async function send(endpoint: string, operation: string, body: object) {
  try {
    return await fetch(new URL(endpoint, window.location.origin), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
    });
  } catch (cause) {
    throw Object.assign(new Error('Network Error', { cause }), { name: 'NetworkError' });
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
