import {
  ACCEPTANCE,
  EDIT,
  GAME_MASTER,
  IDENTITY_POOL,
  OUR_SERVICE,
  PANEL,
  PLAYERS,
  SHELL,
  STRANGERS,
} from './cited-specs';
import { at, screen, type Row } from '../row';

const ROLE_TESTS = `${ACCEPTANCE}/roles.e2e-spec.ts`;
const VISITOR_TESTS = `${ACCEPTANCE}/screens-public.e2e-spec.ts`;
const HTTP = `${SHELL}/http/http.spec.ts`;

const role = (quote: string): Row => at(6, quote, ROLE_TESTS, quote);

/** Rows of section 6. */
export const ROLES: Row[] = [
  role(
    'Visitor (signed out): landing page, features, FAQ, contact, mailing-list verify and unsubscribe, login, signup.',
  ),
  role('/home is not guarded.'),
  at(
    6,
    '/home is not guarded.',
    VISITOR_TESTS,
    'not guarded, but needs a session to load its data',
  ),
  role('Signed-in user: additionally account, campaign editor and app pages (guarded).'),
  at(
    6,
    'account, campaign editor and app pages (guarded).',
    VISITOR_TESTS,
    'With no signed-in session the user is redirected to /login',
  ),
  at(
    6,
    "the campaign's owner equals the current user's id",
    EDIT,
    'lets a player look but not change, and says why',
  ),
  at(
    6,
    'only the owner sees the Upload Document and Delete buttons and their modals.',
    PANEL,
    'can be changed by the owner alone',
  ),
  at(
    6,
    'only the owner sees the Upload Document and Delete buttons and their modals.',
    GAME_MASTER,
    'shows the player the public document only',
  ),
  at(
    6,
    'Player add and remove controls are shown to anyone who can open the campaign page.',
    PLAYERS,
    'shows a player every control, disabled with the reason, but for their own way out',
  ),
  at(6, 'Server enforcement: not shown.', STRANGERS, 'answers a stranger with 404 everywhere'),
  role(
    "Collaboration roles 'view' and 'edit' are marketing copy only; no such role exists in the behaviour.",
  ),
  screen(
    6,
    "when a session exists, every call to the product's own API carries an Authorization header with a Bearer credential made of the ID token",
    "when a session exists, every call to the product's own API carries an Authorization header with a Bearer credential made of the ID token",
  ),
  at(
    6,
    'carries an Authorization header with a Bearer credential',
    HTTP,
    'sends the credential and JSON',
  ),
  at(6, 'otherwise it is sent without it.', VISITOR_TESTS, 'calls are sent without a credential'),
  at(6, 'otherwise it is sent without it.', HTTP, 'sends no credential when nobody is signed in'),
  at(
    6,
    'guest (unauthenticated) credentials only if a configuration flag allows it',
    IDENTITY_POOL,
    'guest (unauthenticated) credentials only if a configuration flag allows it',
  ),
  at(
    6,
    'guest (unauthenticated) credentials only if a configuration flag allows it',
    `${OUR_SERVICE}/identity-pool.int-spec.ts`,
    'is off unless there are settings for it',
  ),
  at(
    6,
    'no guest use by the product is shown.',
    VISITOR_TESTS,
    'no guest use by the product is shown',
  ),
];
