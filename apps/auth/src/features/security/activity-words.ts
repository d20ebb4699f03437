import { clientName, type ActivityKind } from '@tomekeeper/contracts-identity';

/** Labels of security events. */
const WORDS: Record<ActivityKind, string> = {
  account_confirmed: 'Account confirmed',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in refused',
  signed_out: 'Signed out',
  signed_out_everywhere: 'Signed out everywhere',
  email_change_undone: 'The change of your email was undone',
  session_ended: 'A session was ended',
  session_copied: 'A session was ended: someone may have copied it',
  password_changed: 'Password changed',
  password_reset: 'Password reset with a code',
  email_changed: 'Email changed',
  mfa_enabled: 'Two-step sign-in turned on',
  mfa_disabled: 'Two-step sign-in turned off',
  recovery_codes_made: 'Recovery codes created',
  recovery_code_used: 'Signed in with a recovery code',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  passkey_copied: 'A passkey may have been copied: remove it',
  device_remembered: 'Device remembered',
  device_forgotten: 'Device forgotten',
  operator_disabled: 'Account disabled by the operators of this site',
  operator_enabled: 'Account enabled by the operators of this site',
  operator_reset: 'Password reset by the operators of this site',
  operator_signed_out: 'Signed out by the operators of this site',
  operator_role_given: 'You are now an operator of this site',
  operator_role_taken: 'You are no longer an operator of this site',
};

/** The pool's names of second factors. */
const FACTORS: Partial<Record<string, string>> = {
  SOFTWARE_TOKEN_MFA: 'authenticator app',
  EMAIL_OTP: 'codes by email',
  SMS_MFA: 'codes by text message',
};

/** 'Passkey added: Chrome on Linux'. A newer server may know of more than we do. */
export function activityWords(kind: string, detail: string): string {
  const words = (WORDS as Partial<Record<string, string>>)[kind];
  if (!words) return 'Another change of your account';
  if (!detail) return words;
  return `${words}: ${kind.startsWith('device_') ? deviceName(detail) : (FACTORS[detail] ?? detail)}`;
}

/** 'Chrome on Linux': Amplify names a device by all that its browser says of itself. */
export function deviceName(text: string): string {
  const { browser, name } = clientName(text);
  return browser ? name : text || 'A device';
}
