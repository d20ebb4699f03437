export { launch, type LaunchOptions } from './launch';
export { ownParts, readConfig, type Config } from './config';
export { schemaOwners } from './state/installation';
export { openDatabase, type OpenDatabase } from './state/open-database';
export {
  clearForRestore,
  refuseUnfinishedRestore,
  restoringFolder,
} from './state/unfinished-restore';
export { lockInstance } from './supervision/instance-lock';
