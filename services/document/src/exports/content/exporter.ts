import type { UnitOfWork } from '@tomekeeper/persistence';
import type { ObjectStore } from '../../storage/object-store';
import type { ExportViewer } from '../export-viewer';

/** The member for whom an export is written. */
export interface Exporter {
  uow: UnitOfWork;
  store: ObjectStore;
  campaign: string;
  /** User id. */
  person: string;
  viewer: ExportViewer;
  /** User ids by membership. */
  users: ReadonlyMap<string, string>;
  /** Names of members by user id. */
  names: ReadonlyMap<string, string>;
}
