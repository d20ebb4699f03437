import {
  AUTH,
  DOCUMENTS,
  MARKETING,
  SHELL,
  POOL,
  PROTOCOL,
  UPLOAD,
  EDIT,
  PLAYERS,
  SIGN_UP,
} from './cited-specs';
import { at, identity, type Row } from '../row';

/** Rows of section 4. */
export const STATES: Row[] = [
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
