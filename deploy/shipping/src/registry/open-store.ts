import fs from 'node:fs/promises';
import { S3Client } from '@aws-sdk/client-s3';
import { StartupProblem } from '@tomekeeper/cli-kit';
import { BucketStore } from './bucket-store';
import { FolderStore } from './folder-store';
import type { VersionStore } from './version-store';

const BUCKET = /^s3:\/\/(?<bucket>[^/]+)(?:\/(?<prefix>.*?))?\/*$/;

/**
 * The store that `SHIP_TO` names, `s3://bucket/prefix`; without it the remotes of a data folder. For a
 * bucket that is not Amazon's also `SHIP_S3_ENDPOINT`; region and keys as the AWS tools take them.
 */
export async function openStore(
  environment: NodeJS.ProcessEnv,
  folder: { readonly root: string; readonly remotes: string },
): Promise<VersionStore> {
  const target = environment['SHIP_TO'];
  if (!target) {
    const isThere = await fs.access(folder.remotes).then(
      () => true,
      () => false,
    );
    if (isThere) return new FolderStore(folder.remotes);
    throw new StartupProblem(
      `Nothing has run on ${folder.root} yet: start it with npm start, name its DATA_DIR, or a bucket with SHIP_TO=s3://<bucket>/<prefix>.`,
    );
  }
  return bucketStore(target, environment);
}

export const isBucket = (target: string): boolean => target.startsWith('s3://');

export function bucketStore(target: string, environment: NodeJS.ProcessEnv): BucketStore {
  const { bucket, prefix = '' } = BUCKET.exec(target)?.groups ?? {};
  if (!bucket) {
    throw new StartupProblem(`Invalid bucket ${target}: use s3://<bucket>/<prefix>.`);
  }
  const endpoint = environment['SHIP_S3_ENDPOINT'];
  const client = new S3Client({
    region: environment['AWS_REGION'] ?? 'us-east-1',
    ...(endpoint && { endpoint, forcePathStyle: true }),
  });
  return new BucketStore({ bucket, prefix: prefix && `${prefix}/`, client });
}
