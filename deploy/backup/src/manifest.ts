import { z } from 'zod';

/** The first entry: what the archive is. */
export const MANIFEST_ENTRY = 'manifest.json';
/** The last but one: how much of everything it holds. */
export const CONTENTS_ENTRY = 'contents.json';
export const SECRETS_ENTRY = 'secrets.json';
export const OBJECTS_FOLDER = 'objects/';
export const REMOTES_FOLDER = 'remotes/';

/** Raised when an older release could no longer restore what this one saves. */
export const FORMAT = 1;

export const manifest = z.object({
  format: z.number().int(),
  madeAt: z.string(),
  /** The release that made it. */
  product: z.string(),
  /** Major version of the PostgreSQL that it comes from. */
  postgres: z.number().int(),
  /** By schema, when its newest migration was written. */
  migrations: z.record(z.string(), z.number()),
});
export type Manifest = z.infer<typeof manifest>;

export const contents = z.object({
  rows: z.record(z.string(), z.number()),
  objects: z.number(),
  /** Documents whose file was missing in the store already when the backup was made. */
  missing: z.array(z.string()),
});
export type Contents = z.infer<typeof contents>;
