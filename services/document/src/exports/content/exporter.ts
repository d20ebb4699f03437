import type { CampaignContent } from '@tomekeeper/contracts-campaign';
import type { UnitOfWork } from '@tomekeeper/persistence';
import type { ExportFormat } from '@tomekeeper/contracts-document';
import type { CampaignContentClient } from '../../memberships/campaign-content';
import type { ObjectStore } from '../../storage/object-store';
import type { ExportContents } from '../export-contents';
import type { ExportViewer } from '../export-viewer';

/** The member who exports. */
export interface Exporter {
  uow: UnitOfWork;
  store: ObjectStore;
  format: ExportFormat;
  campaign: string;
  /** User id. */
  person: string;
  viewer: ExportViewer;
  /** User ids by membership, for GMs; empty for players. */
  users: ReadonlyMap<string, string>;
  /** User ids of players and co-GMs by membership, also for players who export. */
  people: ReadonlyMap<string, string>;
  /** Names of members by user id. */
  names: ReadonlyMap<string, string>;
  client: CampaignContentClient;
  /** From {@link CampaignContentClient.contentFor}. */
  content: CampaignContent;
  /** Receives exported sessions, comments, notes and portraits. */
  contents: ExportContents;
}
