import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOG, type Log } from '@tomekeeper/service-kit';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import type { Config } from '../../config';
import type { HeldLease } from '../../lease-renewal';
import { ChildFailed } from '../../sandbox/child-process';
import { ObjectStore } from '../../storage/object-store';
import { markObjectUsed, trackUnusedObject } from '../../storage/unused-objects';
import { FORMS, makePicture } from '../../thumbnails/make-thumbnail';
import { deleteImportItems, removeImportSource } from '../import-removal';
import { lockClaimed, setImportFormat, setImportState, type ClaimedImport } from '../import-rows';
import {
  insertItem,
  insertProblem,
  proposeActions,
  type ItemPicture,
  type NewImportItem,
} from '../review/import-items';
import { insertRecords } from '../review/import-records';
import { orderItems } from '../review/item-order';
import { isDiskFull } from './child/disk-full';
import { ImportFailed, importInSandbox, type ImportedEvent } from './child/import-in-sandbox';

const MEGABYTE = 1024 * 1024;

/** Another worker has the import, or it was cancelled. */
export class ImportTaken extends Error {}

/** Reads the upload of an import into proposed documents. */
@Injectable()
export class ImportExtraction {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'MAX_IMPORT_MB' | 'MAX_UPLOAD_MB'>,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * @throws {ImportFailed} when the upload cannot be read
   * @throws {ImportTaken}
   * @throws {ChildFailed} when the process failed; a retry may succeed
   */
  async extract(claimed: ClaimedImport, lease: HeldLease, stopped: AbortSignal): Promise<void> {
    // Of an earlier try.
    await this.whileClaimed(claimed, (tx) =>
      deleteImportItems(tx, { column: 'import_id', value: claimed.id }),
    );
    const folder = await mkdtemp(path.join(tmpdir(), 'import-'));
    try {
      const file = path.join(folder, 'upload');
      await this.download(claimed, file);
      await this.read(claimed, file, lease, AbortSignal.any([stopped, lease.signal]));
    } catch (error) {
      throw isDiskFull(error) ? new ImportFailed('no_space') : error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async download({ source_key }: ClaimedImport, file: string): Promise<void> {
    const object = await this.store.open(source_key);
    if (!object) throw new ImportFailed('damaged');
    let bytes = 0;
    const max = this.config.MAX_IMPORT_MB * MEGABYTE;
    const bounded = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes > max) done(new ImportFailed('too_large'));
        else done(null, chunk);
      },
    });
    await pipeline(object.body, bounded, createWriteStream(file));
  }

  private async read(
    claimed: ClaimedImport,
    file: string,
    lease: HeldLease,
    signal: AbortSignal,
  ): Promise<void> {
    const source = {
      file,
      name: claimed.file_name,
      format: claimed.format ?? undefined,
      maxFileBytes: this.config.MAX_UPLOAD_MB * MEGABYTE,
    };
    let number = 0;
    for await (const event of importInSandbox(source, signal)) {
      if ('progress' in event) lease.progress = event.progress;
      else await this.keep(claimed, ++number, event, signal);
    }
    await this.whileClaimed(claimed, async (tx) => {
      await orderItems(tx, claimed.id);
      await proposeActions(tx, claimed.id);
      await setImportState(tx, claimed.id, { state: 'review' });
      await removeImportSource(tx, claimed.source_key);
    });
  }

  private async keep(
    claimed: ClaimedImport,
    number: number,
    event: ImportedEvent,
    signal: AbortSignal,
  ): Promise<void> {
    if ('format' in event) await setImportFormat(this.uow, claimed, event.format);
    else if ('problem' in event)
      await this.whileClaimed(claimed, (tx) =>
        insertProblem(tx, claimed.id, number, event.problem),
      );
    else if ('records' in event)
      await this.whileClaimed(claimed, (tx) =>
        insertRecords(tx, claimed.id, number, event.records),
      );
    else if ('note' in event) await this.keepItem(claimed, number, { ...event.note, kind: 'note' });
    else if ('file' in event) await this.keepFile(claimed, number, event.file, signal);
  }

  private async keepFile(
    claimed: ClaimedImport,
    number: number,
    {
      body,
      isEmbedded,
      isInline = false,
      name,
      contentType,
      ...file
    }: Extract<ImportedEvent, { file: unknown }>['file'],
    signal: AbortSignal,
  ): Promise<void> {
    const key = `imports/${claimed.id}/${claimed.lease}/${number}`;
    await trackUnusedObject(this.uow, key);
    await this.store.putStream(key, { body, size: file.size }, contentType);
    const picture = isEmbedded ? await this.picture(key, signal) : undefined;
    await this.keepItem(claimed, number, {
      ...{ ...file, kind: 'file', title: name },
      ...{ s3_key: key, content_type: contentType, picture, isInline },
    });
  }

  /** A copy of a picture for texts. @returns undefined for a file that is no picture */
  private async picture(source: string, signal: AbortSignal): Promise<ItemPicture | undefined> {
    const file = await this.store.open(source);
    if (!file) return undefined;
    try {
      const made = await makePicture(file, FORMS.passage, { signal });
      if ('refused' in made) return undefined;
      const key = `${source}.webp`;
      await trackUnusedObject(this.uow, key);
      await this.store.put(key, made.bytes, 'image/webp');
      return { key, width: made.width, height: made.height, bytes: made.bytes.length };
    } catch (error) {
      if (!(error instanceof ChildFailed)) throw error;
      this.log.warn({ why: error.why }, 're-encoding a picture of an import failed');
      return undefined;
    }
  }

  private keepItem(claimed: ClaimedImport, number: number, item: NewImportItem): Promise<void> {
    return this.whileClaimed(claimed, async (tx) => {
      await insertItem(tx, { id: claimed.id, campaign: claimed.campaign_id }, number, item);
      if (item.kind === 'file')
        await markObjectUsed(tx, [item.s3_key, ...(item.picture ? [item.picture.key] : [])]);
    });
  }

  /** @throws {ImportTaken} */
  private whileClaimed(
    claimed: ClaimedImport,
    work: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    return this.uow.run(async (tx) => {
      if (!(await lockClaimed(tx, claimed))) throw new ImportTaken();
      await work(tx);
    });
  }
}
