import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  IMPORT_LIMITS,
  presignRequest,
  type ImportAnswer,
  type ImportFailure,
  type ImportState,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { importById } from '../imports/import-rows';
import { ImportWorker } from '../imports/import-worker';
import { ImportsService } from '../imports/imports.service';
import { hideItems } from '../imports/review/hide-items';
import { PendingUploadEntity } from '../model/pending-upload.entity';
import { ObjectStore } from '../storage/object-store';
import { UploadsService } from '../uploads/uploads.service';
import type { ImportArguments, Print } from './command-arguments';
import { OperatorProblem } from './operator-problem';
import { UserLookup } from './user-lookup';

const POLL_MS = 500;
const CONTENT_TYPE = 'application/zip';
/** Unresolved links that are printed. */
const MOST_PRINTED = 200;

const FAILURES: Readonly<Record<ImportFailure, string>> = {
  unsupported: 'The format of the file is not supported, or the GM left the campaign.',
  damaged: 'The file is damaged.',
  locked: 'The file has a password. Remove it first.',
  empty: 'The file contains nothing to import.',
  too_large: 'The file is too large. Split it into several imports.',
  too_many: 'The file has too many entries. Split it into several imports.',
  campaign_full: 'The campaign has no room for all documents.',
  no_space: 'The server has no disk space for the file.',
};

/** Imports a file into a campaign, as a GM does in the browser. */
@Injectable()
export class ImportCommand {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
    private readonly users: UserLookup,
    private readonly uploads: UploadsService,
    private readonly imports: ImportsService,
    private readonly worker: ImportWorker,
  ) {}

  /** @throws {OperatorProblem} */
  async run(given: ImportArguments, print: Print): Promise<void> {
    const { campaign, as } = given;
    const size = await sizeOf(given.file);
    const owner = await this.users.ownerOf(campaign);
    const user = as === undefined ? owner : await this.users.find(as);
    const key = await this.upload(user, { campaign, file: given.file, size });
    const { id } = await this.imports.create(user, { campaign, key });
    let isSaving = false;
    try {
      await this.leave(user, id, ['waiting', 'extracting']);
      await this.printReview(user, id, print);
      if (given['dry-run']) return print('This was a dry run: nothing was imported.');
      if (!given['public-as-source']) await this.hide(id);
      isSaving = true;
      await this.imports.commit(user, id);
      const saved = await this.leave(user, id, ['saving']);
      isSaving = saved.state !== 'review';
      if (saved.state !== 'done') throw failed(saved);
      print('The import is complete.');
      print(
        `GMs can undo it for ${IMPORT_LIMITS.undoDays} days at /campaigns/${campaign}/import/${id}.`,
      );
    } finally {
      if (!isSaving) await this.cancel(user, id);
    }
  }

  private async upload(
    user: string,
    { campaign, file, size }: { campaign: string; file: string; size: number },
  ): Promise<string> {
    const request = presignRequest.safeParse({
      ...{ campaign, size, file_name: path.basename(file), content_type: CONTENT_TYPE },
      purpose: 'import',
    });
    if (!request.success) throw new OperatorProblem(request.error.issues[0]!.message);
    const { key } = await this.uploads.presign(user, request.data);
    const upload = await this.uow.repo(PendingUploadEntity).findOneByOrFail({ s3_key: key });
    await this.store.putStream(
      upload.upload_key,
      { body: createReadStream(file), size },
      CONTENT_TYPE,
    );
    return key;
  }

  /** Works on the import here, or waits for the worker that has it. @throws {OperatorProblem} if it fails */
  private async leave(
    user: string,
    id: string,
    states: readonly ImportState[],
  ): Promise<ImportAnswer> {
    for (;;) {
      await this.worker.processDue();
      const answer = await this.imports.read(user, id, 0);
      if (answer.state === 'failed') throw failed(answer);
      if (!states.includes(answer.state)) return answer;
      await delay(POLL_MS);
    }
  }

  private async printReview(user: string, id: string, print: Print): Promise<void> {
    const { format, review } = await this.imports.read(user, id, 0);
    if (!review) throw new OperatorProblem('A GM has continued or cancelled this import.');
    const { counts, room, problems } = review;
    print(`Format ${format}: ${counts.notes} notes, ${counts.files} files`);
    print(
      `Since an earlier import: ${counts.unchanged} unchanged, ${counts.changed} changed, ${counts.edited} edited here`,
    );
    print(`The campaign has room for ${room} documents.`);
    print(`Problems: ${counts.problems}`);
    for (const problem of problems) print(`  ${problem.path}: ${problem.reason.replace('_', ' ')}`);
    printMore(counts.problems - problems.length, print);
    print(`Links without a target: ${counts.unresolved}`);
    const links = await this.unresolvedLinks(user, id);
    for (const link of links) print(`  ${link}`);
    printMore(counts.unresolved - links.length, print);
  }

  private async unresolvedLinks(user: string, id: string): Promise<string[]> {
    const links: string[] = [];
    let after: number | undefined = 0;
    while (after !== undefined && links.length < MOST_PRINTED) {
      const { review }: ImportAnswer = await this.imports.read(user, id, after);
      for (const { path: source, unresolved = [] } of review?.items ?? [])
        links.push(...unresolved.map((target) => `${source}: ${target}`));
      after = review?.next;
    }
    return links.slice(0, MOST_PRINTED);
  }

  private async hide(id: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const row = await importById(tx, id, 'FOR UPDATE');
      if (row?.state === 'review') await hideItems(tx, id);
    });
  }

  /** Leaves no review behind that GMs did not start. */
  private async cancel(user: string, id: string): Promise<void> {
    const { state } = await this.imports.find(user, id);
    if (['waiting', 'extracting', 'review'].includes(state)) await this.imports.cancel(user, id);
  }
}

const failed = ({ failure }: ImportAnswer): OperatorProblem =>
  new OperatorProblem(`Nothing was imported. ${failure ? FAILURES[failure] : 'It was cancelled.'}`);

function printMore(count: number, print: Print): void {
  if (count > 0) print(`  and ${count} more`);
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile())
    throw new OperatorProblem(`${file} is not a file. Pack a folder into a zip file first.`);
  return found.size;
}
