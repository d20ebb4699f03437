import { DOCUMENTS, SHELL, PROTOCOL, PLAYERS } from './cited-specs';
import { at, identity, type Row } from '../row';

/** Rows of section 6. */
export const ROLES: Row[] = [
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
];
