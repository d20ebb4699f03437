import { PROTOCOL, UPLOAD, LAUNCH, SIGN_IN, ACCOUNT } from './cited-specs';
import { at, identity, library, rule, type Row } from '../row';

/** Rows of section 5. */
export const VALIDATION: Row[] = [
  rule('Sign-in: both fields', 'Please enter both email and password.'),
  rule('Sign-up: all fields', 'Please complete all fields.'),
  rule('Campaign: both non-empty', 'Create is disabled unless both'),
  rule('Upload: file required', 'Choose a file first.'),
  rule('Resend, unsubscribe: email', 'Please enter your email.'),
  rule('Contact: email and message', 'Please include your email and a message.'),
  rule('Contact: robot check', 'Please complete the CAPTCHA.'),
  at(5, 'Sign-in: trimmed', SIGN_IN, 'trims what was typed'),
  at(5, 'Mailing list: email required', LAUNCH, "says 'Please enter your email.'"),
  at(5, 'Mailing list: trimmed, lowercased', LAUNCH, 'trimmed and in lower case'),
  at(5, 'octet-stream by default', UPLOAD, 'sends a file of unknown type as bytes'),
  at(5, 'Failed to get upload URL', UPLOAD, 'Failed to get upload URL'),
  at(5, 'PUT: 200–299', UPLOAD, '[299, null]'),
  at(5, 'Account: no client-side check', ACCOUNT, 'without a check of its own'),
  library(5, "'Email cannot be empty' and kin", 'dead strings: no code of the library throws them'),
  identity(5, 'identity-service level messages', PROTOCOL),
];
