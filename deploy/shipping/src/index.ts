export { FolderStore } from './registry/folder-store';
export { readPointerFile, usage } from './registry/pointers';
export { publishRemotes } from './registry/publish-remotes';
export { inspect, Registry } from './registry/registry';
export { publishShell, SHELL } from './registry/shell-copy';
export { filesIn, versionOf } from './registry/version-folder';
export { RollFiles, type RollReport, type RollRequest } from './roll/roll-files';
