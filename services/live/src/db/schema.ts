import { CreateLooks1732800000000 } from './migrations/1732800000000-create-looks';
import { CreatePresence1732700000000 } from './migrations/1732700000000-create-presence';
import { CreateHints1732600000000 } from './migrations/1732600000000-create-hints';

/** Every statement here is about numbering, locking or the database's clock, so tables have no entities. */
export const entities = [];
export const migrations = [
  CreateHints1732600000000,
  CreatePresence1732700000000,
  CreateLooks1732800000000,
];
