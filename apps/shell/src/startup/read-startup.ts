import {
  CAMPAIGN_PATH,
  CONTAINER_NAME,
  INTEGRITY,
  REMOTE_ID,
  ROUTE_PATTERN,
  SITE_PATH,
  type CampaignNavLink,
  type PublicConfig,
  type RegistryEntry,
  type RemoteManifest,
  type RemoteNavLink,
  type RemoteRoute,
} from '@tomekeeper/contracts-federation';

/*
 * Parses configuration and registry before the first render. The contract's zod schemas remain the definition: their types
 * require a reader per field, and the spec feeds both the same input. zod itself would add 7 kB to the 117 kB budget of a first
 * visit.
 */

/** @param at path of the value, for the error */
type Reader<Value> = (value: unknown, at: string) => Value;

function refuse(at: string, wanted: string): never {
  throw new TypeError(`${at} is not ${wanted}.`);
}

const text: Reader<string> = (value, at) =>
  typeof value === 'string' ? value : refuse(at, 'a text');

const number: Reader<number> = (value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? value : refuse(at, 'a number');

const whole: Reader<number> = (value, at) =>
  Number.isSafeInteger(value) ? number(value, at) : refuse(at, 'a whole number');

const flag: Reader<boolean> = (value, at) =>
  typeof value === 'boolean' ? value : refuse(at, 'true or false');

const matching =
  (pattern: RegExp): Reader<string> =>
  (value, at) =>
    pattern.test(text(value, at)) ? text(value, at) : refuse(at, `of the form ${pattern}`);

/** Unknown values of a newer gateway or remote become the fallback, the most restrictive one. */
const oneOf =
  <Value extends string>(fallback: Value, ...others: readonly Value[]): Reader<Value> =>
  (value, at) =>
    others.find((other) => other === text(value, at)) ?? fallback;

const optional =
  <Value>(read: Reader<Value>): Reader<Value | undefined> =>
  (value, at) =>
    value === undefined ? undefined : read(value, at);

const list =
  <Value>(read: Reader<Value>, missing?: () => Value[]): Reader<Value[]> =>
  (value, at) => {
    if (value === undefined && missing) return missing();
    if (!Array.isArray(value)) return refuse(at, 'a list');
    return value.map((item: unknown, index) => read(item, `${at}[${index}]`));
  };

/** Drops unknown fields: a newer registry may add some. */
const object =
  <Value extends object>(fields: { [Name in keyof Value]-?: Reader<Value[Name]> }) =>
  (value: unknown, at: string): Value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return refuse(at, 'an object');
    }
    const given = new Map<string, unknown>(Object.entries(value));
    const read: Partial<Value> = {};
    for (const name in fields) {
      const field = fields[name](given.get(name), `${at}.${name}`);
      if (field !== undefined) read[name] = field;
    }
    return read as Value; // Complete: `fields` has a reader for every name.
  };

const manifest = object<RemoteManifest>({
  id: matching(REMOTE_ID),
  container: matching(CONTAINER_NAME),
  requires: text,
  routes: list(
    // Only the gateway uses calls and the token's key.
    object<Pick<RemoteRoute, 'path' | 'access'>>({
      path: matching(ROUTE_PATTERN),
      access: oneOf('guarded', 'public'),
    }),
  ),
  nav: list(
    object<RemoteNavLink>({
      label: text,
      to: matching(SITE_PATH),
      order: number,
      show: oneOf('signed-in', 'always'),
    }),
    () => [],
  ),
  campaignNav: list(
    object<CampaignNavLink>({
      label: text,
      path: matching(CAMPAIGN_PATH),
      icon: text,
      order: number,
      roles: oneOf('gm', 'all'),
      place: oneOf('secondary', 'main'),
    }),
    () => [],
  ),
  widgets: list(text, () => []),
  session: optional(
    object<Pick<NonNullable<RemoteManifest['session']>, 'storage_key'>>({ storage_key: text }),
  ),
  entry: text,
  // Unchecked: browsers ignore malformed integrity values, so validation would add no protection.
  files: (value) => value as Record<string, string> | undefined,
  // The registry's response omits them.
  preloads: () => undefined,
});

export const readEntry: Reader<RegistryEntry> = object<RegistryEntry>({
  id: text,
  version: text,
  base_url: text,
  integrity: optional(matching(INTEGRITY)),
  draft: optional(flag),
  manifest,
});

export const readRegistry = object<{ remotes: unknown[] }>({ remotes: list((entry) => entry) });

export const readConfig: Reader<PublicConfig> = object<PublicConfig>({
  environment: oneOf('production', 'local'),
  identity: object({
    user_pool_id: text,
    user_pool_client_id: text,
    user_pool_endpoint: optional(text),
    features: optional(list(text)),
  }),
  robot_check: object({
    provider: oneOf('none', 'altcha', 'recaptcha'),
    site_key: optional(text),
  }),
  limits: object({ max_upload_mb: number }),
  password_policy: object({
    min_length: whole,
    max_length: whole,
    require_uppercase: flag,
    require_lowercase: flag,
    require_numbers: flag,
    require_symbols: flag,
  }),
});
