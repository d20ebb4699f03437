import {
  ACCOUNT,
  CONTACT,
  CREATE,
  EDIT,
  LAUNCH,
  PLAYERS,
  REQUIRED_VALUES,
  RULES,
  SIGN_IN,
  SIGN_UP,
  UNSUBSCRIBE,
  UPLOAD,
  VERIFY,
} from './cited-specs';
import { at, type Row } from '../row';

/** The test is named by the quote, unless other words are given. */
const rule = (quote: string, spec: string, words = quote): Row => at(5, quote, spec, words);

const NON_EMPTY = 'disabled unless title and game system are both non-empty after trimming';

const IDENTITY_ROWS: Row[] = [
  rule('username and password required to sign in', REQUIRED_VALUES),
  rule('username and password required to sign in or sign up', REQUIRED_VALUES),
  rule(
    'username and password required to sign in or sign up',
    'services/identity/test/protocol.int-spec.ts',
    'says which member is missing in the words that clients look for',
  ),
  rule('code and username required to confirm sign-up', REQUIRED_VALUES),
  rule("'Email cannot be empty'", SIGN_IN),
  rule("'Password cannot be empty'", SIGN_IN),
  rule("'Confirmation code cannot be empty'", SIGN_UP),
  rule('a challenge response is required', REQUIRED_VALUES),
  rule('old and new password are required to change a password', REQUIRED_VALUES),
  rule('a password must not be given for the custom-without-SRP flow', REQUIRED_VALUES),
  rule('an MFA choice must be SMS, TOTP or EMAIL', REQUIRED_VALUES),
  rule('The user pool id must contain an underscore', REQUIRED_VALUES),
  rule('and the identity pool id a colon', REQUIRED_VALUES),
];

/** Rows of section 5. */
export const VALIDATION: Row[] = [
  rule("both fields required, otherwise 'Please enter both email and password.'", RULES),
  rule('Username and password are trimmed before sending.', SIGN_IN),
  ...IDENTITY_ROWS,
  rule('trimmed email, password, first name and last name all required', SIGN_UP),
  rule("all required, otherwise 'Please complete all fields.'", RULES),
  rule('Password policy: not shown.', SIGN_UP),
  rule("Failures show the provider's message, or 'Sign-up failed'", SIGN_UP),
  rule("'Confirmation failed'", SIGN_UP),
  rule(
    'Create/Save is disabled unless title and game system are both non-empty after trimming',
    RULES,
  ),
  rule(NON_EMPTY, CREATE),
  rule(NON_EMPTY, EDIT),
  rule('values are trimmed on send', EDIT),
  rule('values are trimmed on send', CREATE),
  rule('Add player: the trimmed user id must be non-empty.', PLAYERS),
  rule("a file is required, else 'Choose a file first.'", RULES),
  rule('Content type defaults to application/octet-stream.', UPLOAD),
  rule(
    "Fails with 'Failed to get upload URL' if the presign response lacks upload_url or key",
    UPLOAD,
  ),
  rule('The PUT counts as successful only for status 200–299.', UPLOAD),
  rule('File size and type limits: not shown.', UPLOAD),
  rule("email required, else 'Please enter your email.'", LAUNCH),
  rule('trimmed and lowercased', LAUNCH),
  rule(
    'Resend and unsubscribe use the same rule',
    RULES,
    'Resend and unsubscribe use the same rule: resend',
  ),
  rule(
    'Resend and unsubscribe use the same rule',
    RULES,
    'Resend and unsubscribe use the same rule: unsubscribe',
  ),
  rule('Resend and unsubscribe use the same rule.', VERIFY),
  rule('Resend and unsubscribe use the same rule.', UNSUBSCRIBE),
  rule("email and message required, else 'Please include your email and a message.'", RULES),
  rule(
    "robot-check widget is present it must be completed, else 'Please complete the CAPTCHA.'",
    RULES,
  ),
  rule('If the robot-check widget is present it must be completed', CONTACT),
  rule('Account save sends first_name and last_name with no client-side check.', ACCOUNT),
];
