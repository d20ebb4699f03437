import * as z from 'zod/mini';

/** Placeholders in prerendered text that are replaced per instance. */
export const PRERENDERED_PLACES = {
  /** Origin of the site, without a trailing slash. */
  publicUrl: '{{public_url}}',
  /** The remote's version folder, with a trailing slash. */
  baseUrl: '{{base_url}}',
} as const;

/** A page prerendered at build time, readable without scripts. */
export const prerenderedPage = z.object({
  path: z.string().check(z.startsWith('/')),
  /** For paths with different pages per environment: `local` or `production`. */
  environment: z.optional(z.string()),
  /** HTML of the page's metadata for `<head>`: title, description and others. */
  head: z.string(),
  /** HTML inside `<main>`. */
  body: z.string(),
  /** Stylesheets of the version folder that the body needs. */
  styles: z.array(z.string()),
  /** Chunks of the version folder that the app needs to render the page. They only register modules; the entry runs them. */
  scripts: z._default(z.array(z.string()), []),
  /** Whether the sitemap lists the page. */
  indexed: z.boolean(),
});
export type PrerenderedPage = z.infer<typeof prerenderedPage>;

/** `prerendered.json` of a version folder. */
export const prerenderedPages = z.object({ pages: z.array(prerenderedPage) });
