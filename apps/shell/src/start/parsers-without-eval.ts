declare global {
  /** Settings that every copy of zod in the page shares. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// Remotes' parsers would compile themselves with `new Function`, which the content security policy
// forbids and reports. It must be set before the first remote loads.
globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export {};
