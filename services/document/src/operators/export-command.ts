import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { deleteExports } from '../exports/export-removal';
import { exportFiles } from '../exports/export-rows';
import { ExportWorker } from '../exports/export-worker';
import { ExportsService } from '../exports/exports.service';
import { ObjectStore } from '../storage/object-store';
import type { ExportArguments, Print } from './command-arguments';
import { OperatorProblem } from './operator-problem';
import { UserLookup } from './user-lookup';

const POLL_MS = 500;

/** Exports a campaign to files, as its owner does in the browser. */
@Injectable()
export class ExportCommand {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
    private readonly users: UserLookup,
    private readonly exports: ExportsService,
    private readonly worker: ExportWorker,
  ) {}

  /** @throws {OperatorProblem} */
  async run({ campaign, out, format }: ExportArguments, print: Print): Promise<void> {
    await requireNew(out);
    const owner = await this.users.ownerOf(campaign);
    const { id } = await this.exports.create(owner, campaign, { format });
    try {
      await this.finish(owner, campaign, id);
      const files = await exportFiles(this.uow, id);
      const names = files.map((_, index) => (files.length > 1 ? numbered(out, index + 1) : out));
      for (const name of names) await requireNew(name);
      for (const [index, { s3_key, size }] of files.entries()) {
        const name = names[index]!;
        await this.save(s3_key, name);
        print(`${path.resolve(name)} (${(size / 1024 / 1024).toFixed(1)} MB)`);
      }
      print('The export contains everything that the GMs see, secrets included.');
    } finally {
      // The owner did not start it.
      await this.uow.run((tx) => deleteExports(tx, { column: 'id', value: id }));
    }
  }

  /** Writes the export here, or waits for the worker that has it. */
  private async finish(owner: string, campaign: string, id: string): Promise<void> {
    for (;;) {
      await this.worker.writeDue();
      const { state } = await this.exports.read(owner, campaign, id);
      if (state === 'ready') return;
      if (state === 'failed')
        throw new OperatorProblem(
          'The export failed. The log of the document service names the reason.',
        );
      await delay(POLL_MS);
    }
  }

  /** An interrupted command leaves no file under the final name. */
  private async save(key: string, file: string): Promise<void> {
    const opened = await this.store.open(key);
    if (!opened) throw new Error('A file of the export is not in the store.');
    const partial = `${file}.partial`;
    try {
      await pipeline(opened.body, createWriteStream(partial, { mode: 0o600 }));
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw new OperatorProblem(`${file} cannot be written: ${(error as Error).message}`);
    }
  }
}

async function requireNew(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new OperatorProblem(`${file} exists already. Choose another name.`);
  const folder = path.dirname(path.resolve(file));
  await access(folder).catch(() => {
    throw new OperatorProblem(`There is no folder ${folder}. Create it first.`);
  });
}

/** `campaign.zip` becomes `campaign 2.zip`. */
function numbered(file: string, number: number): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name} ${number}${ext}`);
}
