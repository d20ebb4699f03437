import type { ProofFactor } from '@tomekeeper/contracts-identity';
import type {
  AccountSecurity,
  Passkey,
  RememberedDevice,
} from '../features/session/user-pool/account-security';
import { UserPoolError } from '../features/session/user-pool/user-pool-error';

/** The pool's part of an account, in memory. */
export class FakeSecurity implements AccountSecurity {
  authenticator = false;
  /** Second factors that require codes. */
  codes: ('EMAIL' | 'SMS')[] = [];
  codesLeft = 0;
  readonly keys: Passkey[] = [];
  readonly remembered: RememberedDevice[] = [];
  private readonly failures = new Map<keyof AccountSecurity, Error>();

  /** The next call of this method fails. */
  failNext(method: keyof AccountSecurity, code: string, message: string): this {
    this.failures.set(method, new UserPoolError(code, message));
    return this;
  }

  async secondFactors() {
    this.called('secondFactors');
    return this.authenticator ? [...this.codes, 'TOTP' as const] : this.codes;
  }

  async beginAuthenticator() {
    this.called('beginAuthenticator');
    const sharedSecret = 'JBSWY3DPEHPK3PXP';
    return {
      sharedSecret,
      getSetupUri: (app: string, account = '') =>
        new URL(`otpauth://totp/${app}:${account}?secret=${sharedSecret}&issuer=${app}`),
    };
  }

  async confirmAuthenticator(code: string) {
    this.called('confirmAuthenticator');
    if (code !== CODE) throw new UserPoolError('EnableSoftwareTokenMFAException', 'Code mismatch');
    this.authenticator = true;
  }

  async removeAuthenticator() {
    this.called('removeAuthenticator');
    this.authenticator = false;
    this.codesLeft = 0;
  }

  async makeRecoveryCodes() {
    this.called('makeRecoveryCodes');
    this.codesLeft = 2;
    return ['AAAAA-22222', 'BBBBB-33333'];
  }

  async recoveryCodesLeft() {
    this.called('recoveryCodesLeft');
    return this.codesLeft;
  }

  async passkeys() {
    this.called('passkeys');
    return [...this.keys];
  }

  async addPasskey() {
    this.called('addPasskey');
    this.keys.push({ id: 'k1', name: 'Chrome on Linux', createdAt: new Date('2026-11-21') });
  }

  async removePasskey(id: string) {
    this.called('removePasskey');
    this.keys.splice(
      this.keys.findIndex((key) => key.id === id),
      1,
    );
  }

  async devices() {
    this.called('devices');
    return [...this.remembered];
  }

  async forgetDevice(id: string) {
    this.called('forgetDevice');
    this.remembered.splice(
      this.remembered.findIndex((device) => device.id === id),
      1,
    );
  }

  /** How this person can prove who they are. */
  factors: readonly ProofFactor[] = ['PASSWORD'];
  /** Received proofs, such as `password Bellunder7`. */
  readonly proofs: string[] = [];

  async proofFactors() {
    this.called('proofFactors');
    return this.factors;
  }

  async proveByPassword(password: string) {
    this.called('proveByPassword');
    if (password !== 'Bellunder7')
      throw new UserPoolError('NotAuthorizedException', 'Incorrect username or password.');
    this.proofs.push(`password ${password}`);
  }

  async proveByCode(code: string) {
    this.called('proveByCode');
    if (code !== CODE) throw new UserPoolError('CodeMismatchException', 'Invalid code received');
    this.proofs.push(`code ${code}`);
  }

  async proveByPasskey() {
    this.called('proveByPasskey');
    this.proofs.push('passkey');
  }

  private called(method: keyof AccountSecurity) {
    const failure = this.failures.get(method);
    this.failures.delete(method);
    if (failure) throw failure;
  }
}

/** The code that every mail of the fake pool carries. */
export const CODE = '123456';
