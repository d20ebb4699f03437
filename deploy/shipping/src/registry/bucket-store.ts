import fs from 'node:fs/promises';
import path from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { StartupProblem } from '@tomekeeper/cli-kit';
import { honoursConditions, type BucketSettings } from './conditional-writes';
import { readPointerFile, type Pointers } from './pointers';
import { filesIn } from './version-folder';
import type { ReadPointers, VersionStore } from './version-store';

/** Written last and removed first: a version of a remote or the shell is there when this file of it is. */
const MARKS = ['remote.json', 'shell.json'];
const POINTERS = 'live.json';
const FOR_GOOD = 'public, max-age=31536000, immutable';
const AT_ONCE = 8;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** A bucket, as a CDN serves it below `/remotes/`: `<prefix><id>/<version>/…` and `<prefix>live.json`. */
export class BucketStore implements VersionStore {
  readonly name: string;
  private proven: Promise<void> | undefined;

  constructor(private readonly settings: BucketSettings) {
    this.name = `s3://${settings.bucket}/${settings.prefix}`;
  }

  async readPointers(): Promise<ReadPointers> {
    const found = await this.get(POINTERS);
    if (!found) return { pointers: {}, broken: [], tag: undefined };
    return { ...readPointerFile(parsed(found.body)), tag: found.tag };
  }

  async replacePointers(next: Pointers, tag: string | undefined): Promise<boolean> {
    await this.expectConditions();
    try {
      await this.settings.client.send(
        new PutObjectCommand({
          ...this.key(POINTERS),
          Body: `${JSON.stringify(next, null, 2)}\n`,
          ContentType: TYPES['.json'],
          CacheControl: 'no-cache',
          ...(tag === undefined ? { IfNoneMatch: '*' } : { IfMatch: tag }),
        }),
      );
      return true;
    } catch (error) {
      // S3 answers 409 when two conditional writes collide.
      if ([409, 412].includes(statusOf(error) ?? 0)) return false;
      throw this.problem(error);
    }
  }

  async upload(id: string, version: string, build: string): Promise<void> {
    await this.expectConditions();
    const all = await filesIn(build);
    const mark = MARKS.find((name) => all.includes(name));
    if (!mark) throw new StartupProblem(`The build in ${build} has no manifest: build it again.`);
    if (await this.isThere(`${id}/${version}/${mark}`)) return;
    const files = all.filter((file) => file !== mark);
    await someAtOnce(files, (file) => this.putFile(id, version, build, file));
    await this.putFile(id, version, build, mark);
  }

  async readNote(id: string): Promise<unknown> {
    const found = await this.get(`${id}/${POINTERS}`);
    return found && parsed(found.body);
  }

  async writeNote(id: string, content: object): Promise<void> {
    await this.send(
      new PutObjectCommand({
        ...this.key(`${id}/${POINTERS}`),
        Body: JSON.stringify(content),
        ContentType: TYPES['.json'],
        CacheControl: 'no-cache',
      }),
    );
  }

  async readFile(id: string, version: string, file: string): Promise<Buffer | undefined> {
    return (await this.get(`${id}/${version}/${file}`))?.body;
  }

  async versions(id: string): Promise<Map<string, Date>> {
    const stored = new Map<string, Date>();
    for (const { key, at } of await this.list(`${id}/`)) {
      const [, version, file, more] = key.split('/');
      if (version && MARKS.includes(file ?? '') && !more) stored.set(version, at);
    }
    return stored;
  }

  async remove(id: string, version: string): Promise<void> {
    await this.delete(MARKS.map((mark) => `${id}/${version}/${mark}`));
    await this.delete((await this.list(`${id}/${version}/`)).map(({ key }) => key));
  }

  async removeLeftovers(id: string, before: Date): Promise<void> {
    const whole = await this.versions(id);
    const left = (await this.list(`${id}/`)).filter(
      ({ key, at }) =>
        at < before && key !== `${id}/${POINTERS}` && !whole.has(key.split('/')[1] ?? ''),
    );
    await this.delete(left.map(({ key }) => key));
  }

  /** Before anything is changed, once. */
  private expectConditions(): Promise<void> {
    this.proven ??= honoursConditions(this.settings)
      .catch((error: unknown) => {
        throw this.problem(error);
      })
      .then((isHonoured) => {
        if (isHonoured) return;
        throw new StartupProblem(
          `${this.name} ignores conditions (If-None-Match, If-Match), so concurrent publications would overwrite each other: use a store that supports them, or publish into a folder (deploy/docs/shipping.md). Nothing was changed.`,
        );
      });
    return this.proven;
  }

  private async putFile(id: string, version: string, build: string, file: string): Promise<void> {
    await this.send(
      new PutObjectCommand({
        ...this.key(`${id}/${version}/${file.replaceAll(path.sep, '/')}`),
        Body: await fs.readFile(path.join(build, file)),
        ContentType: TYPES[path.extname(file)] ?? 'application/octet-stream',
        CacheControl: FOR_GOOD,
      }),
    );
  }

  private async get(key: string): Promise<{ body: Buffer; tag: string | undefined } | undefined> {
    try {
      const { Body, ETag } = await this.settings.client.send(new GetObjectCommand(this.key(key)));
      return { body: Buffer.from((await Body?.transformToByteArray()) ?? []), tag: ETag };
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw this.problem(error);
    }
  }

  private async isThere(key: string): Promise<boolean> {
    try {
      await this.settings.client.send(new HeadObjectCommand(this.key(key)));
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw this.problem(error);
    }
  }

  private async list(below: string): Promise<{ key: string; at: Date }[]> {
    const { bucket: Bucket, prefix } = this.settings;
    const found: { key: string; at: Date }[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await this.send(
        new ListObjectsV2Command({ Bucket, Prefix: prefix + below, ContinuationToken }),
      );
      for (const { Key = '', LastModified = new Date() } of page.Contents ?? [])
        found.push({ key: Key.slice(prefix.length), at: LastModified });
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    return found;
  }

  private delete(keys: readonly string[]): Promise<void> {
    return someAtOnce(keys, (key) => this.send(new DeleteObjectCommand(this.key(key))));
  }

  private key(key: string) {
    return { Bucket: this.settings.bucket, Key: this.settings.prefix + key };
  }

  private send: S3Client['send'] = (async (command: never) => {
    try {
      return await this.settings.client.send(command);
    } catch (error) {
      throw this.problem(error);
    }
  }) as S3Client['send'];

  private problem(error: unknown): StartupProblem {
    const { name = '', message = String(error) } = error as Partial<S3ServiceException>;
    return new StartupProblem(`${this.name} could not be used: ${name} ${message}`.trimEnd());
  }
}

async function someAtOnce(
  names: readonly string[],
  work: (name: string) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < names.length; start += AT_ONCE)
    await Promise.all(names.slice(start, start + AT_ONCE).map(work));
}

const statusOf = (error: unknown): number | undefined =>
  (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
