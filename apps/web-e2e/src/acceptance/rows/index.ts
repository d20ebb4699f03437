import type { Row } from '../row';
import { SCREENS } from './2-screens';
import { STATES } from './4-states';
import { VALIDATION } from './5-validation';
import { ROLES } from './6-roles';
import { CALLS } from './7-calls';
import { ERRORS } from './8-errors';
import { CONSTANTS } from './9-constants';

/** The rows of sections 2 and 4 to 9. */
export const ROWS: Row[] = [
  ...SCREENS,
  ...STATES,
  ...VALIDATION,
  ...ROLES,
  ...CALLS,
  ...ERRORS,
  ...CONSTANTS,
];
