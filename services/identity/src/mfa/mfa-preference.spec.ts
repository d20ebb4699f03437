import type { EnabledFactors } from '../users/pool-user';
import { applyPreference, type WantedSettings } from './mfa-preference';

const ALL_READY = { SOFTWARE_TOKEN_MFA: true, EMAIL_OTP: true, SMS_MFA: true };
const none: EnabledFactors = { kinds: [], preferred: undefined };
const both: EnabledFactors = {
  kinds: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'],
  preferred: 'SOFTWARE_TOKEN_MFA',
};
const apply = (present: EnabledFactors, wanted: Partial<WantedSettings>, ready = ALL_READY) =>
  applyPreference(
    present,
    { SOFTWARE_TOKEN_MFA: undefined, EMAIL_OTP: undefined, SMS_MFA: undefined, ...wanted },
    ready,
  );

it('keeps fields that the request omits', () => {
  expect(apply(both, {})).toEqual(both);
  expect(apply(both, { SMS_MFA: { Enabled: true } })).toEqual({
    kinds: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'],
    preferred: 'SOFTWARE_TOKEN_MFA',
  });
});

it('has one preference, which is removed with its factor', () => {
  expect(apply(both, { EMAIL_OTP: { PreferredMfa: true } }).preferred).toBe('EMAIL_OTP');
  expect(apply(both, { SOFTWARE_TOKEN_MFA: { PreferredMfa: false } }).preferred).toBeUndefined();
  expect(apply(both, { SOFTWARE_TOKEN_MFA: { Enabled: false } })).toEqual({
    kinds: ['EMAIL_OTP'],
    preferred: undefined,
  });
  const preferred = { Enabled: true, PreferredMfa: true };
  expect(() => apply(none, { EMAIL_OTP: preferred, SMS_MFA: preferred })).toThrow('preferred');
  expect(() => apply(none, { EMAIL_OTP: { PreferredMfa: true } })).toThrow('EMAIL_OTP');
});

it('turns nothing on that the person could not use, and everything off', () => {
  const ready = { ...ALL_READY, SMS_MFA: false };
  expect(() => apply(none, { SMS_MFA: { Enabled: true } }, ready)).toThrow(
    'User does not have delivery config set to turn on SMS_MFA',
  );
  const present: EnabledFactors = { kinds: ['SMS_MFA'], preferred: 'SMS_MFA' };
  expect(apply(present, { SMS_MFA: { Enabled: false } }, ready)).toEqual(none);
});
