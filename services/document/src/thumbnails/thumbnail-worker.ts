import type { Readable } from 'node:stream';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { LOG, type Log } from '@tomekeeper/service-kit';
import { defineScheduledJob } from '../scheduled-jobs';
import { deletePicture, removeLater, settleCover } from '../storage/object-removal';
import { ObjectStore } from '../storage/object-store';
import { ChildFailed, networkBlock } from '../sandbox/child-process';
import { emitContentChanged } from '../passages/invalidation-events';
import { emitCoverChanged } from './covers';
import { FORMS, makePicture, reencodePicture } from './make-thumbnail';
import {
  failExhaustedPictures,
  orphanedPictures,
  claimNextPicture,
  enqueueNewPictures,
  countFailedTry,
  retryPictureLater,
  settlePicture,
  type PictureToMake,
} from './thumbnail-queue';

/** Makes the pictures that are due. A separate queue, so that they wait for no other work. */
export const makeThumbnails = defineScheduledJob({
  name: 'make-pictures',
  queue: 'document-pictures',
});

/** One job works so long and leaves the rest to the next, so that a process that is to end does. */
const AT_A_STRETCH_MS = 10_000;

@Injectable()
export class ThumbnailWorker implements OnModuleDestroy {
  private readonly stopped = new AbortController();
  private isNetworkSaid = false;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleDestroy(): void {
    this.stopped.abort(new Error('The process ends.'));
  }

  @HandlesJob(makeThumbnails)
  async makeDue(): Promise<void> {
    await this.sayHowTheNetworkIsBlocked();
    await this.forgetLost();
    while (!this.stopped.signal.aborted && (await this.uow.run(enqueueNewPictures)) > 0);
    const until = Date.now() + AT_A_STRETCH_MS;
    for (let next = await this.take(); next; next = await this.take()) {
      await this.make(next);
      if (Date.now() > until) return this.uow.run((tx) => tx.outbox.job(makeThumbnails, {}));
    }
  }

  private async take(): Promise<PictureToMake | undefined> {
    if (this.stopped.signal.aborted) return undefined;
    await this.uow.run(async (tx) => {
      for (const picture of await failExhaustedPictures(tx)) await this.coverFailed(tx, picture);
    });
    return claimNextPicture(this.uow);
  }

  private async make(picture: PictureToMake): Promise<void> {
    try {
      const file = await this.store.open(picture.source_key);
      const made = file && (await this.encode(picture, file));
      if (!made || 'refused' in made) return await this.settle(picture);
      await this.store.put(picture.picture_key, made.bytes, made.contentType);
      await this.settle(picture, made.contentType);
    } catch (error) {
      if (!(error instanceof ChildFailed)) {
        // Store or database are away, or this process ends.
        await retryPictureLater(this.uow, picture);
        throw error;
      }
      this.log.warn({ why: error.why, tries: picture.tries }, 'creating a thumbnail failed');
      await this.uow.run(async (tx) => {
        if (!(await countFailedTry(tx, picture))) return;
        await this.coverFailed(tx, picture);
        await this.hintPictureOf(tx, picture);
      });
    }
  }

  /** Removes the upload of a failed cover and notifies the GMs. */
  private async coverFailed(
    tx: Transaction,
    { form, source_key, campaign_id }: Pick<PictureToMake, 'source_key' | 'campaign_id' | 'form'>,
  ): Promise<void> {
    if (form !== 'cover') return;
    await settleCover(tx, source_key, { isMade: false });
    await emitCoverChanged(tx, campaign_id, 'gm');
  }

  /** @param contentType type of the created image; undefined if it failed */
  private async settle(picture: PictureToMake, contentType?: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const isMade = contentType !== undefined;
      const state = isMade ? 'ready' : 'refused';
      const settled = { state, content_type: contentType } as const;
      const isWanted = await settlePicture(tx, picture, settled);
      if (!isWanted && isMade) await removeLater(tx, picture.picture_key);
      if (isWanted) await this.hintPictureOf(tx, picture);
      if (!isWanted || picture.form !== 'cover') return;
      await settleCover(tx, picture.source_key, { isMade });
      await emitCoverChanged(tx, picture.campaign_id, isMade ? 'party' : 'gm');
    });
  }

  private async encode({ form }: PictureToMake, file: { body: Readable; size: number }) {
    const { signal } = this.stopped;
    if (form === 'player') return reencodePicture(file, { signal });
    const made = await makePicture(file, FORMS[form], { signal });
    return 'refused' in made ? made : { bytes: made.bytes, contentType: 'image/webp' };
  }

  /**
   * Sends an invalidation event to the GMs of the document, who see whether players get the picture. Players get none: the
   * number of their events would tell a new document from a revealed one.
   */
  private async hintPictureOf(
    tx: Transaction,
    { form, source_key }: Pick<PictureToMake, 'source_key' | 'form'>,
  ): Promise<void> {
    if (form !== 'player') return;
    const documents = await tx.query<{ document: string; campaign: string }>(
      'SELECT id AS document, campaign_id AS campaign FROM document WHERE s3_key = $1',
      [source_key],
    );
    // GMs may have the document open while players get no picture yet.
    for (const place of documents) await emitContentChanged(tx, place, 'gm');
  }

  private async forgetLost(): Promise<void> {
    for (const source of await this.uow.run(orphanedPictures))
      await this.uow.run((tx) => deletePicture(tx, source));
  }

  private async sayHowTheNetworkIsBlocked(): Promise<void> {
    if (this.isNetworkSaid) return;
    this.isNetworkSaid = true;
    this.log.info(
      { network: await networkBlock() },
      'thumbnail processes run without network access',
    );
  }
}
