import {
  CAMPAIGNS,
  DOCUMENTS,
  SHELL,
  UPLOAD,
  PLAYERS,
  LAUNCH,
  SIGN_IN,
  SIGN_UP,
  ACCOUNT,
  SESSION,
} from './cited-specs';
import { at, screen, type Row } from '../row';

/** Rows of section 2. */
export const SCREENS: Row[] = [
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
