import { z } from 'zod';

/** Answer of a member to a session. */
export const attendance = z.enum(['yes', 'maybe', 'no'], {
  error: 'Attendance must be yes, maybe or no.',
});
export type Attendance = z.infer<typeof attendance>;
