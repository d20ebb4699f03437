import * as z from 'zod/mini';

/** Places in prerendered text that only the installation can fill in. */
export const PRERENDERED_PLACES = {
  /** Origin of the site, without a slash at the end. */
  publicUrl: '{{public_url}}',
  /** The remote's version folder, with its slash at the end. */
  baseUrl: '{{base_url}}',
} as const;

/** A page as its remote rendered it at build time, readable before and without any script. */
export const prerenderedPage = z.object({
  path: z.string().check(z.startsWith('/')),
  /** Where a path shows different pages: the one of this environment, `local` or `production`. */
  environment: z.optional(z.string()),
  /** HTML for the document's head: title, description and other metadata of the page. */
  head: z.string(),
  /** HTML for inside `<main>`. */
  body: z.string(),
  /** Style sheets of the version folder that the body needs. */
  styles: z.array(z.string()),
  /** Chunks of the version folder that the app needs to show the page. They only register: the entry runs them. */
  scripts: z._default(z.array(z.string()), []),
  /** Whether it stands in the sitemap. */
  indexed: z.boolean(),
});
export type PrerenderedPage = z.infer<typeof prerenderedPage>;

/** `prerendered.json` of a version folder. */
export const prerenderedPages = z.object({ pages: z.array(prerenderedPage) });
