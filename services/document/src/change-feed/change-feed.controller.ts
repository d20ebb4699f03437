import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  changeNumbersAnswer,
  changeNumbersQuery,
  changesAnswer,
  changesQuery,
  notebooksAnswer,
  notebooksQuery,
  seesAnythingAnswer,
  sharedFolderAnswer,
  sharedFolderQuery,
  type ChangeNumbersAnswer,
  type ChangeNumbersQuery,
  type ChangesAnswer,
  type ChangesQuery,
  type NotebooksAnswer,
  type NotebooksQuery,
  type SeesAnythingAnswer,
  type SharedFolderAnswer,
  type SharedFolderQuery,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { CampaignIdPipe } from '../model/campaign-id.pipe';
import { campaignNotFound } from '../model/document.errors';
import { documentsInSharedFolder, seesAnything } from '../access/visible-documents';
import { readableNotebooks } from '../access/readable-notebooks';
import { feedPlace, feedRows } from './change-feed';
import { changeNumbers, classesOfMembership, type ChangeNumbers } from '../passages/changes';

/** Change feed of a campaign for the search indexer. */
@Internal('search')
@Controller('internal/campaigns/:campaign')
export class ChangeFeedController {
  constructor(private readonly uow: UnitOfWork) {}

  @Get('change-numbers')
  @Answers(changeNumbersAnswer)
  async numbers(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @Query({ schema: changeNumbersQuery }) { membership }: ChangeNumbersQuery,
  ): Promise<ChangeNumbersAnswer> {
    const { last, restricting } = await this.known(campaign, membership?.toLowerCase());
    if (membership === undefined) return { last, restricting };
    const classes = await classesOfMembership(this.uow, campaign, membership.toLowerCase());
    return { last, restricting: { ...restricting, classes } };
  }

  @Get('sees-anything')
  @Answers(seesAnythingAnswer)
  async seesAnything(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @Query({ schema: changeNumbersQuery }) { membership }: ChangeNumbersQuery,
  ): Promise<SeesAnythingAnswer> {
    const memberships = membership === undefined ? [] : [membership.toLowerCase()];
    const player = { managed: [], played: [campaign], memberships };
    return { sees_anything: await seesAnything(this.uow, player) };
  }

  @Get('shared-folder')
  @Answers(sharedFolderAnswer)
  async sharedFolder(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @Query({ schema: sharedFolderQuery }) { tag }: SharedFolderQuery,
  ): Promise<SharedFolderAnswer> {
    return { documents: await documentsInSharedFolder(this.uow, campaign, tag) };
  }

  @Get('notebooks')
  @Answers(notebooksAnswer)
  async notebooks(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @Query({ schema: notebooksQuery }) query: NotebooksQuery,
  ): Promise<NotebooksAnswer> {
    return { notebooks: await readableNotebooks(this.uow, campaign, query) };
  }

  @Get('changes')
  @Answers(changesAnswer)
  async changes(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @Query({ schema: changesQuery }) { after, limit, only }: ChangesQuery,
  ): Promise<ChangesAnswer> {
    // Read before the rows: later changes may be included already, and are reported again by the next call.
    const { last, forgotten, restricting } = await this.known(campaign);
    const place = feedPlace(after);
    const known = place.forgotten ?? (place.number === 0 ? forgotten : place.number);
    if (place.number > last || known < forgotten)
      return { last, restricting, changes: [], reached: 0, next: '0', more: true, restart: true };
    const { rows, more } = await feedRows(this.uow, campaign, place, { limit, only });
    const end = rows.at(-1);
    const next =
      more && end
        ? `${end.number}.${end.rank}.${end.id}.${place.forgotten ?? forgotten}`
        : String(last);
    return {
      last,
      restricting,
      changes: rows.map(({ row }) => row),
      reached: more && end ? end.number - 1 : last,
      next,
      more,
      restart: false,
    };
  }

  private async known(campaign: string, membership?: string): Promise<ChangeNumbers> {
    const numbers = await changeNumbers(this.uow, campaign, membership);
    if (!numbers) throw campaignNotFound();
    return numbers;
  }
}
