import { at, error, identity, library, rule, screen, type Row } from './row';

const AUTH = 'apps/auth/src/features';
const CAMPAIGNS = 'apps/campaigns/src/features';
const DOCUMENTS = 'apps/documents/src/features';
const MARKETING = 'apps/marketing/src';
const SHELL = 'apps/shell/src';
const JOURNEYS = 'apps/web-e2e/src/journeys';
const POOL = `${AUTH}/session/user-pool.spec.ts`;
const PROTOCOL = 'the sign-in protocol comes with its own issue';
const UPLOAD = `${DOCUMENTS}/upload/upload-dialog.spec.tsx`;
const EDIT = `${CAMPAIGNS}/campaign-editor/edit-campaign-page.spec.tsx`;
const PLAYERS = `${CAMPAIGNS}/players/players-panel.spec.tsx`;
const CONTACT = `${MARKETING}/contact/contact-page.spec.tsx`;
const LAUNCH = `${MARKETING}/landing/launch-page.spec.tsx`;
const SIGN_IN = `${AUTH}/sign-in/sign-in-page.spec.tsx`;
const SIGN_UP = `${AUTH}/sign-up/sign-up-page.spec.tsx`;
const ACCOUNT = `${AUTH}/account/account-page.spec.tsx`;
const SESSION = `${SHELL}/session/session-store.spec.ts`;

const SCREENS: Row[] = [
  ...['/', '/login', '/signup', '/features', '/faq', '/verify-subscribe', '/contact'].map((path) =>
    screen(2, `Route ${path}`, `['${path}', 'visitor'`),
  ),
  screen(2, 'Route /unsubscribe', "['/unsubscribe', 'visitor'"),
  ...['/home', '/account', '/campaigns/new', '/campaigns/{id}', '/app'].map((path) =>
    screen(2, `Route ${path}`, `['${path}', 'owner'`),
  ),
  screen(2, 'any other path', "['/no/such/page', 'visitor'"),
  at(2, 'Guard: Loading…', `${SHELL}/session/route-guard.spec.tsx`, "shows 'Loading…'"),
  screen(2, 'Guard: /login?redirect=, replacing', 'route guard: %s leads a visitor'),
  screen(2, 'Header links', 'header links, signed out'),
  screen(2, 'Avatar menu: Account, Log out', 'header, signed in'),
  screen(2, 'Log in hidden on production', 'the login link is hidden on the production'),
  at(2, 'Log out: sign-out, server, then /', SESSION, 'signs out at the pool, then on the server'),
  at(2, 'Landing: logo, welcome, intro', LAUNCH, 'shows a logo, a welcome, an intro'),
  at(2, 'Landing: five boxes', LAUNCH, 'answers five questions'),
  screen(2, 'eight feature boxes, fourteen questions', 'features: eight boxes'),
  at(2, 'Sign-in: title', SIGN_IN, 'is titled with the product name'),
  at(2, 'Sign-up: two steps', SIGN_UP, 'creates, confirms, signs in'),
  screen(2, 'Campaign card: N player(s)', 'campaign card: title'),
  at(2, 'List: empty state', `${CAMPAIGNS}/campaign-list/campaign-list.spec.tsx`, 'there are none'),
  at(2, 'Editor: Players panel', PLAYERS, 'says when there are none'),
  screen(2, 'Documents panel: row', 'documents panel: filename'),
  at(2, 'Upload modal', UPLOAD, 'can not be cancelled meanwhile'),
  at(
    2,
    'Delete modal',
    `${DOCUMENTS}/delete-document/delete-dialog.spec.tsx`,
    'asks with its name, and does nothing on Cancel',
  ),
  at(2, 'Account page', ACCOUNT, 'names to be edited'),
  at(2, 'App page', ACCOUNT, 'shows the raw data of the current user'),
];

const STATES: Row[] = [
  at(4, 'attempt refused when signed in', POOL, 'refuses a sign-in while somebody'),
  at(4, 'sign-in steps', `${AUTH}/sign-in/sign-in-outcome.spec.ts`, 'CONTINUE_SIGN_IN_WITH_MFA'),
  identity(4, 'MFA, passkeys, custom challenge steps carried out', PROTOCOL),
  identity(4, 'auto sign-in by link', PROTOCOL),
  at(4, 'refresh within 5 seconds', POOL, 'refreshes a token within 5 seconds'),
  at(4, 'failed refresh clears tokens', POOL, 'clears the tokens when a refresh fails'),
  at(4, 'not-authorized: signed out', POOL, 'is signed out after a refresh'),
  at(4, 'product sign-up', SIGN_UP, 'creates, confirms, signs in'),
  at(4, 'checking, signed in, signed out', `${SHELL}/session/route-guard.spec.tsx`, 'redirects to'),
  at(4, 'verification once per load', `${MARKETING}/mailing-list/verify-page.spec.tsx`, 'once per'),
  at(4, 'upload: presign, PUT, finalize, first', UPLOAD, 'puts it first in the list'),
  at(
    4,
    'delete: row removed',
    `${DOCUMENTS}/delete-document/delete-dialog.spec.tsx`,
    'takes the row',
  ),
  at(4, 'edit: stay on the page', EDIT, 'stays on the page'),
  at(4, 'players replaced by the response', PLAYERS, 'shows the list of the answer'),
];

const RULES: Row[] = [
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

const ROLES_AND_CALLS: Row[] = [
  at(
    6,
    'only the owner uploads and deletes',
    `${DOCUMENTS}/campaign-panel/campaign-panel.spec.tsx`,
    'by the owner alone',
  ),
  at(6, 'player controls shown to anyone', PLAYERS, 'shows a player every control'),
  at(6, 'Bearer ID token', `${SHELL}/http/http.spec.ts`, 'sends the credential and JSON'),
  at(6, 'without it when signed out', `${SHELL}/http/http.spec.ts`, 'sends no credential'),
  identity(6, 'guest credentials by flag', PROTOCOL),
  at(7, 'GET, PATCH /api/me/', ACCOUNT, 'saves both names'),
  at(7, 'POST /api/logout/', SESSION, 'ignores a server that fails at log-out'),
  at(7, 'campaign calls', EDIT, 'saves trimmed values'),
  at(7, 'add-players, remove-players', PLAYERS, 'removes a player, shows the list'),
  at(7, 'presign, PUT, finalize', UPLOAD, 'asks where to, sends the file there'),
  at(7, 'subscribe', LAUNCH, 'subscribes an address'),
  at(7, 'unsubscribe', `${JOURNEYS}/public-pages.e2e-spec.ts`, 'You have been unsubscribed.'),
  at(7, 'contact', CONTACT, 'sends what was written'),
  identity(7, 'identity service and identity pool calls', PROTOCOL),
];

const ERRORS: Row[] = [
  ...['Campaign list load', 'Campaign load', 'Documents load', 'Campaign save', 'Add player'].map(
    (row) => error(row, `row: '${row}'`),
  ),
  at(8, 'Remove player', PLAYERS, "says 'Could not remove player'"),
  at(8, 'Upload', UPLOAD, 'Storage upload failed (network error)'),
  at(
    8,
    'Delete document',
    `${DOCUMENTS}/delete-document/delete-dialog.spec.tsx`,
    'Failed to delete',
  ),
  ...['Account load', 'Account save', 'Verify', 'Verify: no token', 'Resend', 'Unsubscribe'].map(
    (row) => error(row, `row: '${row}'`),
  ),
  at(8, 'Mailing-list signup', LAUNCH, 'shows the first sentence about a refused address'),
  at(8, 'Contact', CONTACT, 'the default of a silent one'),
  error('Sign-in', "row: 'Sign-in: the error"),
  at(8, 'Sign-in failed', SIGN_IN, "says 'Sign-in failed'"),
  at(8, 'Sign-up', SIGN_UP, "or 'Sign-up failed'"),
  at(8, 'Sign-in refused', SIGN_IN, 'advises someone who is signed in already'),
  at(8, 'Network Error', POOL, "says 'Network Error'"),
  identity(8, 'Auto sign-in late', PROTOCOL),
  library(8, 'OAuth sign-out', 'unreachable without an OAuth configuration'),
  library(8, 'NoSessionFoundException', 'thrown and swallowed inside the library'),
  identity(8, 'identity error names, passkey errors, retry', PROTOCOL),
];

const CONSTANTS: Row[] = [
  screen(9, 'Account menu close delay 300 ms', 'account menu close delay is 300 ms'),
  at(9, 'Panel loads at 10%', `${DOCUMENTS}/campaign-panel/campaign-panel.spec.tsx`, 'a tenth'),
  at(9, 'Robot-check polling 300 ms', CONTACT, 'looks every 300 ms'),
  at(9, 'Rounded percent', UPLOAD, 'in whole percents'),
  at(9, 'Token expiry tolerance', POOL, 'more than 5 seconds'),
  at(
    9,
    'Chunk load time-out',
    `${SHELL}/remotes/remote-loader.spec.ts`,
    'waits 120 seconds for a remote',
  ),
  identity(9, 'sign-in state, auto sign-in, throttle, credential cache, retry', PROTOCOL),
  library(
    9,
    'Cookie storage defaults',
    'localStorage is in use: cookie storage is never configured',
  ),
  library(
    9,
    'Default minimum password length 6',
    'only read from a generated configuration file; ours is given to the library directly',
  ),
  at(9, 'Planned price, launch target', LAUNCH, 'late 2025 or early 2026'),
  library(9, 'Limits and password policy not shown', 'the specification gives no value to check'),
];

/** The rows of sections 2 and 4 to 9, some of them several lines of the specification in one. */
export const ROWS: Row[] = [
  ...SCREENS,
  ...STATES,
  ...RULES,
  ...ROLES_AND_CALLS,
  ...ERRORS,
  ...CONSTANTS,
];
