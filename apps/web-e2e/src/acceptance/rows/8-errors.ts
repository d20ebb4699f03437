import {
  DOCUMENTS,
  POOL,
  PROTOCOL,
  UPLOAD,
  PLAYERS,
  CONTACT,
  LAUNCH,
  SIGN_IN,
  SIGN_UP,
} from './cited-specs';
import { at, error, identity, library, type Row } from '../row';

/** Rows of section 8. */
export const ERRORS: Row[] = [
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
