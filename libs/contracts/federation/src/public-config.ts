import * as z from 'zod/mini';
import { oneOf } from './one-of';

/** Response of `GET /config.json`: the instance's public configuration, without secrets. */
export const publicConfig = z.object({
  environment: oneOf('production', 'local'),
  identity: z.object({
    user_pool_id: z.string(),
    user_pool_client_id: z.string(),
    /** Absent for a managed pool. */
    user_pool_endpoint: z.optional(z.string()),
    /**
     * Features of this pool in addition to passwords: `passkeys`, `devices`, `totp`, `recovery_codes`, `activity`,
     * `common_passwords` (rejects them, and publishes the list in parts); and its requirement `mfa_required`.
     */
    features: z.optional(z.array(z.string())),
  }),
  robot_check: z.object({
    provider: oneOf('none', 'altcha', 'recaptcha'),
    site_key: z.optional(z.string()),
  }),
  limits: z.object({ max_upload_mb: z.number() }),
  password_policy: z.object({
    min_length: z.int(),
    max_length: z.int(),
    require_uppercase: z.boolean(),
    require_lowercase: z.boolean(),
    require_numbers: z.boolean(),
    require_symbols: z.boolean(),
  }),
});
export type PublicConfig = z.infer<typeof publicConfig>;
