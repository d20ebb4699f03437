import { z } from 'zod';

/** Password rules of the pool, published in `/config.json` so that forms can show them in advance. */
export const passwordPolicy = z.object({
  min_length: z.number().int(),
  max_length: z.number().int(),
  require_uppercase: z.boolean(),
  require_lowercase: z.boolean(),
  require_numbers: z.boolean(),
  require_symbols: z.boolean(),
});
export type PasswordPolicy = z.infer<typeof passwordPolicy>;
