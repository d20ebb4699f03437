import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { QUEUE_VERSION } from '@tomekeeper/installation/databases';
import { DATA_SERVICES, serviceFolder } from '@tomekeeper/installation';
import { StartupProblem } from '@tomekeeper/cli-kit';

/** The first entry, which describes the archive. */
export const MANIFEST_ENTRY = 'manifest.json';
/** The last but one: how much of everything it holds. */
export const CONTENTS_ENTRY = 'contents.json';
export const SECRETS_ENTRY = 'secrets.json';
export const OBJECTS_FOLDER = 'objects/';
export const REMOTES_FOLDER = 'remotes/';

/** Version of the archive format. Increases when earlier releases can no longer restore new backups. */
export const FORMAT = 1;

const Head = z.looseObject({
  format: z.number().int(),
  /** The release that made it. */
  product: z.string(),
});

const Manifest = Head.extend({
  madeAt: z.string(),
  /** By service, the names of the migrations that made its tables. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** Which state BullMQ's tables are in; missing when Redis has the queues. */
  queue: z.number().int().optional(),
});
export type Manifest = z.infer<typeof Manifest>;

export const contents = z.object({
  rows: z.record(z.string(), z.number()),
  objects: z.number(),
  /** Documents whose file was already missing in the store at the time of the backup. */
  missing: z.array(z.string()),
});
export type Contents = z.infer<typeof contents>;

/** @throws {StartupProblem} if this release can not restore the backup */
export async function readManifest(text: string): Promise<Manifest> {
  const content: unknown = JSON.parse(text);
  const { format, product } = Head.parse(content);
  const refuse = (what: string): never => {
    throw new StartupProblem(
      `This backup was created by another release (${product}; ${what}): restore it with that release. Nothing was changed.`,
    );
  };
  if (format !== FORMAT) return refuse(`format ${format}`);
  const manifest = Manifest.parse(content);
  // BullMQ changes its tables so that programs before the change still write to them: older rows fit as well.
  if ((manifest.queue ?? 0) > QUEUE_VERSION) refuse('a later state of the queues');
  for (const [service, names] of Object.entries(manifest.migrations)) {
    if (!DATA_SERVICES.some((one) => one === service)) refuse(`service ${service}`);
    const known = await knownMigrations(service);
    if (names.some((name) => !known.has(writtenAt(name)))) refuse(`another state of ${service}`);
  }
  return manifest;
}

/** Made by the library of all services, before their own. */
const SHARED_MIGRATION = '1700000000000';

/** When the migrations of a service were written: names of their files begin with it, their own end with it. */
async function knownMigrations(service: string): Promise<ReadonlySet<string>> {
  const files = await fs.readdir(path.join(serviceFolder(service), 'dist', 'db', 'migrations'));
  return new Set([SHARED_MIGRATION, ...files.map((name) => name.split('-')[0] ?? '')]);
}

const writtenAt = (name: string): string => /\d*$/.exec(name)?.[0] ?? '';
