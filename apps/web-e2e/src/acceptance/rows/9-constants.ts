import { DOCUMENTS, SHELL, POOL, PROTOCOL, UPLOAD, CONTACT, LAUNCH } from './cited-specs';
import { at, identity, library, screen, type Row } from '../row';

/** Rows of section 9. */
export const CONSTANTS: Row[] = [
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
