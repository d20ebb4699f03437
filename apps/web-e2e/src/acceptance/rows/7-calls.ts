import {
  JOURNEYS,
  PROTOCOL,
  UPLOAD,
  EDIT,
  PLAYERS,
  CONTACT,
  LAUNCH,
  ACCOUNT,
  SESSION,
} from './cited-specs';
import { at, identity, type Row } from '../row';

/** Rows of section 7. */
export const CALLS: Row[] = [
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
