declare global {
  /** Global configuration shared by all copies of zod in the page. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// Keeps zod from compiling parsers with `new Function`, which the content security policy blocks and reports. Must run before the
// first remote loads.
globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export {};
