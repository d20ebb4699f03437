import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { deleteImagesById } from '../storage/object-removal';
import { documentChanged } from '../passages/changes';
import { hintText } from './invalidation-events';
import { ImageKeeper } from './image-store';
import { forgottenImages } from './images';
import { showReadTexts } from './extraction-jobs';
import { lockShown, showText, showTexts, textsWithOldImages } from './player-texts';

/** Gives players the texts of documents that were revealed, and deletes pictures of notes that no passage names. */
@Injectable()
export class TextShower implements OnModuleDestroy {
  private isStopped = false;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly images: ImageKeeper,
  ) {}

  onModuleDestroy(): void {
    this.isStopped = true;
  }

  @HandlesJob(showReadTexts)
  async showDue(): Promise<void> {
    const show = async (tx: Transaction) => {
      const shown = await showTexts(tx);
      for (const { id, campaign_id } of shown) {
        const place = { document: id, campaign: campaign_id };
        await documentChanged(tx, place);
        await hintText(tx, place, 'party');
      }
      return shown.length;
    };
    while (!this.isStopped && (await this.uow.run(show)) > 0);
    for (let old = await this.withOldImages(); old.length > 0; old = await this.withOldImages())
      for (const document of old) await this.showWithFreshImages(document);
    await this.clearUp();
  }

  private withOldImages(): Promise<string[]> {
    return this.isStopped ? Promise.resolve([]) : this.uow.run(textsWithOldImages);
  }

  /** Has the pictures of a text written anew, and then gives it to players; not where it was hidden in between. */
  private async showWithFreshImages(id: string): Promise<void> {
    const fresh = await this.images.freshen(id);
    await this.uow.run(async (tx) => {
      const campaign = await lockShown(tx, id);
      if (campaign === undefined) return;
      await this.images.useFresh(tx, fresh);
      if (!(await showText(tx, id))) return;
      const place = { document: id, campaign };
      await documentChanged(tx, place);
      await hintText(tx, place, 'party');
    });
  }

  private async clearUp(): Promise<void> {
    const { unused, old } = await this.uow.run(forgottenImages);
    await this.uow.run((tx) => deleteImagesById(tx, unused));
    for (const document of old) await this.showWithFreshImages(document);
  }
}
