import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { fitName, safeName, writeArchive } from '@tomekeeper/campaign-files/export';
import { EXPORT_LIMITS, type ExportFormat } from '@tomekeeper/contracts-document';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { LOG, type Log } from '@tomekeeper/service-kit';
import { withLease, type HeldLease } from '../lease-renewal';
import { CampaignContentClient } from '../memberships/campaign-content';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { ObjectStore } from '../storage/object-store';
import { markObjectUsed } from '../storage/unused-objects';
import { emptyContents, type ExportContents } from './export-contents';
import { exportParts, exportSource } from './content/export-content';
import { writeExports } from './export-jobs';
import { deleteExports } from './export-removal';
import {
  beginExport,
  claimExport,
  endExport,
  expiredExports,
  MAX_TRIES,
  renewExport,
  retryExport,
  type ClaimedExport,
  type ExportFile,
} from './export-rows';
import { discardStreams, storeStream } from './export-upload';
import { viewerIn, watermarkOf } from './export-viewer';

/** The member lost access to something that the export may contain, or the export was deleted. */
class ExportEnded extends Error {}

/** Writes exports to the object store. */
@Injectable()
export class ExportWorker implements OnModuleDestroy {
  private readonly stopped = new AbortController();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
    private readonly content: CampaignContentClient,
    private readonly store: ObjectStore,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleDestroy(): void {
    this.stopped.abort(new Error('The process ends.'));
  }

  @HandlesJob(writeExports)
  async writeDue(): Promise<void> {
    for (const id of await expiredExports(this.uow))
      await this.uow.run((tx) => deleteExports(tx, { column: 'id', value: id }));
    while (!this.stopped.signal.aborted) {
      const claimed = await claimExport(this.uow);
      if (!claimed) return;
      await this.write(claimed);
    }
  }

  private async write(claimed: ClaimedExport): Promise<void> {
    const keys: string[] = [];
    try {
      if (claimed.tries > MAX_TRIES) throw new ExportEnded();
      const { files, contents } = await withLease(
        {
          renew: (progress) => renewExport(this.uow, claimed, progress),
          lost: () => new ExportEnded(),
        },
        (lease) => this.filesOf(claimed, lease, keys),
      );
      await this.uow.run(async (tx) => {
        if (!(await endExport(tx, claimed, { state: 'ready', files, contents }))) return;
        await markObjectUsed(
          tx,
          files.map(({ s3_key }) => s3_key),
        );
      });
    } catch (error) {
      if (error instanceof ExportEnded) {
        await this.uow.run((tx) => endExport(tx, claimed, { state: 'failed', files: [] }));
        return;
      }
      this.log.warn({ err: error, tries: claimed.tries }, 'an export is tried again');
      await retryExport(this.uow, claimed, { counted: !this.stopped.signal.aborted });
      // The job is retried in a second; without an error, the export would wait for the next scheduled job.
      throw error;
    } finally {
      if (keys.length > 0) await discardStreams(this.uow, keys);
    }
  }

  /** @param keys receives those of the objects that are written */
  private async filesOf(
    claimed: ClaimedExport,
    lease: HeldLease,
    keys: string[],
  ): Promise<{ files: ExportFile[]; contents: ExportContents }> {
    const { campaign_id: campaign, membership } = claimed;
    // Before anything is read: a later revocation makes the export outdated.
    const watermark = await watermarkOf(this.uow, campaign, membership);
    if (!(await beginExport(this.uow, claimed, watermark))) throw new ExportEnded();
    const viewer = await viewerIn(this.memberships, campaign, claimed.person);
    if (!viewer || viewer.membership !== membership) throw new ExportEnded();
    const isGm = membership === null;
    const members = await this.memberships.membersOf(campaign);
    const people = usersByMembership(members);
    const users = usersByMembership(isGm ? members.filter(({ role }) => role === 'player') : []);
    const { person } = claimed;
    const content = await this.content.contentFor(campaign, person);
    const names = new Map(content.members.flatMap(({ id, name }) => (name ? [[id, name]] : [])));
    const contents = emptyContents();
    const exporter = {
      ...{ uow: this.uow, store: this.store, client: this.content, campaign, person },
      ...{ viewer, users, people, names, content, contents },
      format: claimed.format,
    };
    const parts = await exportParts(exporter, EXPORT_LIMITS.partBytes);
    const title = await this.memberships.titleOf(campaign, claimed.person);
    const about = { campaign: { title, gameSystem: content.game_system }, players: names };
    const total = parts.reduce((sum, { documents }) => sum + documents.length, 0);
    let done = 0;
    const check = async () => {
      lease.signal.throwIfAborted();
      if ((await watermarkOf(this.uow, campaign, membership)) > watermark) throw new ExportEnded();
      lease.progress = Math.min(++done / total, 1);
    };
    const files: ExportFile[] = [];
    for (const [index, part] of parts.entries()) {
      const source = await exportSource(exporter, part, about, check);
      const { format } = claimed;
      const signal = AbortSignal.any([this.stopped.signal, lease.signal]);
      const s3_key = `exports/${claimed.id}/${claimed.lease}/${index}.zip`;
      keys.push(s3_key);
      const body = writeArchive(source, { format, signal });
      const size = await storeStream({ uow: this.uow, store: this.store }, s3_key, body);
      files.push({ s3_key, size, name: fileName(title, claimed, { index, parts: parts.length }) });
    }
    return { files, contents };
  }
}

const usersByMembership = (members: readonly { membership: string; user: string }[]) =>
  new Map(members.map(({ membership, user }) => [membership, user]));

const FORMAT_NAMES: Record<ExportFormat, string> = {
  archive: '',
  obsidian: ' (Obsidian)',
  foundry: ' (Foundry)',
};

function fileName(
  title: string,
  { format }: ClaimedExport,
  { index, parts }: { index: number; parts: number },
): string {
  const part = parts > 1 ? ` ${index + 1} of ${parts}` : '';
  const ending = `${FORMAT_NAMES[format]}${part}.zip`;
  return fitName(safeName(title.trim() || 'campaign'), ending);
}
