import {
  CREATE,
  DELETE,
  EDIT,
  FORM_STATES,
  GUARD,
  HEADER,
  PASSKEY_CHALLENGE,
  PLAYERS,
  POOL,
  ROOT_PAGE,
  SIGN_IN,
  SIGN_IN_STATE,
  SIGN_UP,
  SIGN_UP_STEPS,
  STEPS,
  UPLOAD,
  VERIFY,
} from './cited-specs';
import { at, type Row } from '../row';

/** The test is named by the quote, unless other words are given. */
const state = (quote: string, spec: string, words = quote): Row => at(4, quote, spec, words);

const SIGN_IN_ROWS: Row[] = [
  state('Only the default password flow is used by the sign-in screen.', SIGN_IN_STATE),
  state('refused when a user is already signed in', POOL),
  state('Steps the identity service can report: DONE', STEPS, 'DONE'),
  state('DONE; CONFIRM_SIGN_UP', STEPS, 'CONFIRM_SIGN_UP'),
  state('CONFIRM_SIGN_UP; RESET_PASSWORD', STEPS, 'RESET_PASSWORD'),
  ...[
    'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
    'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
    'MFA setup selection',
    'e-mail setup',
    'TOTP setup',
    'confirmation by SMS code',
    'TOTP code',
    'e-mail code',
    'custom challenge',
    'CONFIRM_SIGN_IN_WITH_PASSWORD',
    'first-factor selection',
  ].map((step) => state(step, STEPS)),
  state('passkey (WEB_AUTHN) challenge handled automatically', PASSKEY_CHALLENGE),
  state('An unconfirmed user is sent to confirm sign-up', STEPS),
  state('An unconfirmed user is sent to confirm sign-up', SIGN_IN),
  state('a user needing a password reset is sent to RESET_PASSWORD', STEPS),
  state('a user needing a password reset is sent to RESET_PASSWORD', SIGN_IN),
  state('Stored sign-in state is cleared on success', SIGN_IN_STATE),
  state('Stored sign-in state is cleared on success or failure.', SIGN_IN_STATE),
  state('Sign-up steps: CONFIRM_SIGN_UP', SIGN_UP_STEPS, 'CONFIRM_SIGN_UP'),
  state('COMPLETE_AUTO_SIGN_IN', SIGN_UP_STEPS),
  state('COMPLETE_AUTO_SIGN_IN, DONE', SIGN_UP_STEPS, 'DONE'),
  state('polls every 5 seconds', SIGN_UP_STEPS),
  state('for up to 3 minutes', SIGN_UP_STEPS),
];

const TOKEN_ROWS: Row[] = [
  state('when the access or id token is within 5 seconds of expiry', POOL),
  state('or when forced', POOL, 'when forced'),
  state('the stored tokens are cleared', POOL),
  state('for a reason other than a network error', POOL),
  state('a not-authorized error yields a signed-out state', POOL),
];

const SIGN_UP_ROWS: Row[] = [
  state('form → confirm (after the sign-up call succeeds)', SIGN_UP),
  state(
    'confirm the code, sign in with the email and password, try to patch first and last name',
    SIGN_UP,
  ),
  state('(failure ignored)', SIGN_UP),
  state('fetch the user, hand it to the success callback', SIGN_UP),
  state('which leads to /home', SIGN_UP),
];

/** Rows of section 4. */
export const STATES: Row[] = [
  ...SIGN_IN_ROWS,
  ...TOKEN_ROWS,
  ...SIGN_UP_ROWS,
  state('checking → signed in (render the page)', GUARD),
  state('signed out (redirect to login)', GUARD),
  state('idle → sending → ok', FORM_STATES),
  state('idle → sending → ok or error', FORM_STATES),
  state('Verification: checking → ok', VERIFY, 'checking → ok'),
  state('checking → ok or error', VERIFY),
  state('run once per page load', VERIFY),
  state("with no token it errors with 'Missing token.'", VERIFY),
  state(
    'choose file → request presign → direct PUT of the file to the returned upload_url',
    UPLOAD,
  ),
  state('a rounded progress percent', UPLOAD),
  state('→ finalize → the new document is placed first in the list and the modal closes', UPLOAD),
  state('confirm modal → delete call → the row is removed from the list', DELETE),
  state('On create, navigate to /campaigns/{new id}.', CREATE),
  state('On edit, stay on the page.', EDIT),
  state('Adding or removing a player replaces the players list', PLAYERS),
  state("replaces the players list with the server's response", PLAYERS),
  state('fixed to production', HEADER),
  state('the login link is hidden', HEADER),
  state('the root shows the signup landing page', ROOT_PAGE),
];
