import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { deleteImagesById } from '../storage/object-removal';
import { documentChanged } from '../passages/changes';
import { emitTextShown } from '../passages/invalidation-events';
import { ImageStore } from './image-store';
import { unusedImages } from './images';
import { writePlayerTexts } from './extraction-jobs';
import {
  lockPublicDocument,
  writePlayerText,
  writeFreshPlayerTexts,
  textsWithStaleImages,
} from './player-texts';

/** Gives players the texts of documents that were revealed, and deletes pictures of notes that no passage names. */
@Injectable()
export class PlayerTextWriter implements OnModuleDestroy {
  private isStopped = false;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly images: ImageStore,
  ) {}

  onModuleDestroy(): void {
    this.isStopped = true;
  }

  @HandlesJob(writePlayerTexts)
  async showDue(): Promise<void> {
    const show = async (tx: Transaction) => {
      const shown = await writeFreshPlayerTexts(tx);
      for (const { id, campaign_id } of shown) {
        const place = { document: id, campaign: campaign_id };
        await documentChanged(tx, place);
        await emitTextShown(tx, place);
      }
      return shown.length;
    };
    while (!this.isStopped && (await this.uow.run(show)) > 0);
    for (let old = await this.withOldImages(); old.length > 0; old = await this.withOldImages())
      for (const document of old) await this.writeWithFreshImages(document);
    await this.clearUp();
  }

  private withOldImages(): Promise<string[]> {
    return this.isStopped ? Promise.resolve([]) : this.uow.run(textsWithStaleImages);
  }

  /** Copies the images of a text, then writes the player text; skips documents that were hidden meanwhile. */
  private async writeWithFreshImages(id: string): Promise<void> {
    const fresh = await this.images.copyStaleImages(id);
    await this.uow.run(async (tx) => {
      const campaign = await lockPublicDocument(tx, id);
      if (campaign === undefined) return;
      await this.images.replaceWithCopies(tx, fresh);
      if (!(await writePlayerText(tx, id))) return;
      const place = { document: id, campaign };
      await documentChanged(tx, place);
      await emitTextShown(tx, place);
    });
  }

  private async clearUp(): Promise<void> {
    const { unused, old } = await this.uow.run(unusedImages);
    await this.uow.run((tx) => deleteImagesById(tx, unused));
    for (const document of old) await this.writeWithFreshImages(document);
  }
}
