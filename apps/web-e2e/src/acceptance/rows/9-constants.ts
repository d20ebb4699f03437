import {
  CONTACT,
  LAUNCH,
  LIBRARY_CONSTANTS,
  LOADER,
  MENU,
  PANEL,
  POOL,
  RUNNING,
  SIGN_IN_STATE,
  SIGN_UP_STEPS,
  UPLOAD,
} from './cited-specs';
import { at, type Row } from '../row';

/** The test is named by the quote, unless other words are given. */
const constant = (quote: string, spec: string, words = quote): Row => at(9, quote, spec, words);

/** Rows of section 9. */
export const CONSTANTS: Row[] = [
  constant('Account menu close delay', MENU),
  constant('Documents panel loads at visibility', PANEL),
  constant('Robot-check widget polling until its script is present', CONTACT),
  constant('Upload progress', UPLOAD),
  constant('Sign-in state expiry', SIGN_IN_STATE),
  constant('Auto sign-in wait', SIGN_UP_STEPS),
  constant('polled every 5 seconds', SIGN_UP_STEPS),
  constant('Sign-in and auto-sign-in call throttle', SIGN_UP_STEPS),
  constant('Token expiry tolerance', POOL),
  constant('Credential cache (guest and authenticated)', LIBRARY_CONSTANTS),
  constant('max 3 attempts, exponential back-off', LIBRARY_CONSTANTS),
  constant('capped at 300,000 ms', LIBRARY_CONSTANTS),
  constant('Chunk load time-out', RUNNING),
  constant('Chunk load time-out', LOADER),
  constant('Cookie storage defaults', LIBRARY_CONSTANTS),
  constant('Default minimum password length when configuration omits it', LIBRARY_CONSTANTS),
  constant('Sign-up verification method default', SIGN_UP_STEPS),
  constant('fixed to production', RUNNING),
  constant('Planned price', LAUNCH),
  constant('Launch target', LAUNCH),
  constant('File size and type limits', RUNNING),
  constant('Password policy of the deployed identity service', RUNNING),
];
