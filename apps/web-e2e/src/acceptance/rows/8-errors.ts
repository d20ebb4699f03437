import {
  CATALOGUE,
  CONTACT,
  ERROR_NAMES,
  LAUNCH,
  PASSKEY_ERRORS,
  PLAYERS,
  POOL,
  POOL_ERRORS,
  RETRY_RULE,
  SESSION_ERRORS,
  SIGN_IN,
  SIGN_UP,
  SIGN_UP_STEPS,
  UPLOAD,
} from './cited-specs';
import { at, library, type Row } from '../row';

const API_CLIENT = 'libs/web/api-client/src';
const GATEWAY_LIMITS = 'services/gateway/test/limits.int-spec.ts';
const AMPLIFY_AUTH = '@aws-amplify/auth 6.21.1 (aws-amplify 6.22.1)';

/** The test is named by the quote, unless other words are given. */
const row = (quote: string, spec: string, words = quote): Row => at(8, quote, spec, words);
/** On its screen, with the network in the test's hands. */
const shown = (quote: string, words = quote): Row => row(quote, CATALOGUE, words);

const TABLE: Row[] = [
  row(
    "Product errors use the server's detail field when present",
    `${API_CLIENT}/failure.spec.ts`,
    "puts the server's sentence first",
  ),
  row('otherwise the default shown', `${API_CLIENT}/failure.spec.ts`, 'falls back to the given'),

  shown("Campaign list load | 'Unable to load your campaigns.'"),
  shown("Campaign load | 'Unable to load campaign.'"),
  shown('Documents load | detail'),
  shown("or 'Unable to load documents.'"),
  shown('Campaign save | detail'),
  shown(", or 'Save failed'"),
  shown("Add player | 'Could not add player'"),
  row("Remove player | 'Could not remove player'", PLAYERS, "'Could not remove player'"),
  row('Upload | detail', UPLOAD, 'the detail of the server'),
  row('detail, or the error message', UPLOAD),
  row("or the error message, or 'Upload failed'", UPLOAD, "else 'Upload failed'"),
  row('specific: the object-storage message', UPLOAD, 'Storage upload failed (403)'),
  shown("'... upload failed (network error)'"),
  shown("'... upload failed ({status})'"),
  shown('Delete document | an alert with detail'),
  shown("or 'Failed to delete document'"),
  shown("Account load | 'Unable to load account'"),
  shown('Account save | detail'),
  shown("detail or 'Save failed'"),
  shown("success 'Saved'"),
  row('Mailing-list signup | first message of the email field error', LAUNCH, 'first message of'),
  row(
    "email field error, or 'Sorry, something went wrong.'",
    LAUNCH,
    "says 'Sorry, something went wrong.'",
  ),
  row(
    'success "Thanks! You\'ll get an email to verify your email address."',
    LAUNCH,
    'success "Thanks!',
  ),
  shown('Verify | success: detail'),
  shown("or 'Email verified. Thank you!'"),
  shown("'Email verified. Thank you!'; failure: detail"),
  shown("or 'Invalid or expired token.'"),
  shown("no token: 'Missing token.'"),
  shown('Resend | success: detail'),
  shown("or 'If your email exists, a new link has been sent.'"),
  shown("a new link has been sent.'; failure: detail"),
  shown("or 'Unable to send a new link.'"),
  shown('Unsubscribe | success: detail'),
  shown("or 'You have been unsubscribed.'"),
  shown("'You have been unsubscribed.'; failure: detail"),
  shown("or 'Unable to unsubscribe.'"),
  row('Contact | failure: detail', CONTACT, 'the detail of a refusal'),
  row("failure: detail or 'Sorry, something went wrong.'", CONTACT),
  row("success 'Thanks for reaching out! We'll get back to you shortly.'", CONTACT),
  shown("Sign-in | the error's own message"),
  row("Sign-in | the error's own message", SIGN_IN, "the error's own message"),
  row("or 'Sign-in failed'", SIGN_IN, "'Sign-in failed'"),
  shown('shown in red'),
  shown('an UserNotConfirmedException code redirects to sign-up instead'),
  row('UserNotConfirmedException code redirects to sign-up', SIGN_IN, 'sends an unconfirmed user'),
  row('Sign-up | provider message', SIGN_UP, "Failures show the provider's message"),
  row('Sign-up | provider message', ERROR_NAMES, '"Sign-up" shows the provider message'),
  row("or 'Sign-up failed'", SIGN_UP),
  row("/ 'Confirmation failed'", SIGN_UP, "or 'Confirmation failed'"),
  row("a missing password maps to 'password is required to signUp'", ERROR_NAMES),
  row('Sign-in refused | UserAlreadyAuthenticatedException', POOL, 'UserAlreadyAuthenticated'),
  row("'There is already a signed in user.'", POOL),
  row('with advice to sign out first', SIGN_IN),
  row("'The account was not confirmed on time.'", SIGN_UP_STEPS),
  shown("Network | 'Network Error'"),
  row("Network | 'Network Error'", POOL, "says 'Network Error'"),
  library(
    8,
    "'An error occurred when attempting to log out from OAuth provider.'",
    `${AMPLIFY_AUTH}: dist/esm/providers/cognito/apis/signOut.mjs asks the provider only with an OAuth configuration, which this product has not; and in a browser dist/esm/utils/openAuthSession.mjs just leaves the page, so nothing ever answers with the error that this sentence is for`,
  ),
];

/** Names that our own service answers, too. */
const OF_OUR_SERVICE = [
  'NotAuthorizedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'InvalidPasswordException',
  'UsernameExistsException',
  'CodeMismatchException',
  'ExpiredCodeException',
  'LimitExceededException',
  'InvalidParameterException',
  'AliasExistsException',
];

const NAMES: Row[] = [
  ...[
    ...OF_OUR_SERVICE,
    'TooManyRequestsException',
    'TooManyFailedAttemptsException',
    'CodeDeliveryFailureException',
    'and others',
  ].map((name) => row(name, POOL_ERRORS)),
  row('UserNotConfirmedException, PasswordReset', POOL_ERRORS, 'UserNotConfirmedException'),
  ...OF_OUR_SERVICE.map((name) => row(name, ERROR_NAMES)),
  row('UserNotConfirmedException, PasswordReset', ERROR_NAMES, 'UserNotConfirmedException'),
  row(
    'TooManyRequestsException',
    GATEWAY_LIMITS,
    'answers too many sign-ins as the user pool does',
  ),

  row(
    "UserUnAuthenticatedException ('User needs to be authenticated to call this API.')",
    SESSION_ERRORS,
  ),
  library(
    8,
    'NoSessionFoundException',
    `${AMPLIFY_AUTH}: loadTokens() of dist/esm/providers/cognito/tokenProvider/TokenStore.mjs throws it inside a try of its own, and returns null`,
  ),
  row('NoSessionFoundException, InvalidUserPoolId', SESSION_ERRORS),
  row('InvalidIdentityPoolIdException', SESSION_ERRORS),
  row('TokenRefreshException (no refresh for the implicit-grant flow)', SESSION_ERRORS),
  row('DeviceMetadataNotFoundException', SESSION_ERRORS),
  row('CredentialsException', SESSION_ERRORS),
  shown('ChunkLoadError (a script chunk failed to load)'),
  row('Passkey errors: not supported', PASSKEY_ERRORS, 'not supported'),
  row('not supported, cancelled', PASSKEY_ERRORS, 'cancelled'),
  row('cancelled, aborted', PASSKEY_ERRORS, 'aborted'),
  row('relying party mismatch', PASSKEY_ERRORS),
];

const RETRY: Row[] = [
  row('Retry rule of the identity library: up to 3 attempts', RETRY_RULE),
  row('for HTTP 429', RETRY_RULE, 'for HTTP %i'),
  row('429, 500', RETRY_RULE),
  row('500, 502', RETRY_RULE),
  row('502, 503', RETRY_RULE),
  row('503, 504', RETRY_RULE),
  row('throttling and timeout error names', RETRY_RULE, 'for throttling error names'),
  row('throttling and timeout error names', RETRY_RULE),
  row('and network errors', RETRY_RULE, 'for network errors'),
  row(
    'Other product error bodies beyond detail: not shown.',
    `${API_CLIENT}/api-client.spec.ts`,
    'turns a refusal into its sentence, its code and its fields',
  ),
];

/** Rows of section 8. */
export const ERRORS: Row[] = [...TABLE, ...NAMES, ...RETRY];
