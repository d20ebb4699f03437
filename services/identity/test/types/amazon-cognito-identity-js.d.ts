import 'amazon-cognito-identity-js';
import type BigInteger from 'amazon-cognito-identity-js/lib/BigInteger';

// The class is exported, but the package's own types leave it out.
declare module 'amazon-cognito-identity-js' {
  class AuthenticationHelper {
    constructor(poolName: string);
    getLargeAValue(callback: (error: Error | null, value: BigInteger) => void): void;
    getPasswordAuthenticationKey(
      username: string,
      password: string,
      serverB: BigInteger,
      salt: BigInteger,
      callback: (error: Error | null, key: Uint8Array) => void,
    ): void;
  }
}
