import type { ComponentType } from 'react';
import type { SessionProvider } from './session';
import type { RemotePage, ShellApi } from './shell-api';
import type { WidgetName, WidgetProps } from './widgets';

/** Pages, widgets and providers that a remote exports to the shell. */
export interface Remote {
  routes: readonly RemotePage[];
  widgets?: { [Name in WidgetName]?: ComponentType<WidgetProps[Name]> };
  /** Only the auth remote. */
  session?: SessionProvider;
  /** Called when the shell unloads this version of the remote. */
  dispose?(): void;
}

/** The only export of a remote's `src/remote.tsx`. */
export type CreateRemote = (shell: ShellApi) => Remote;

/** The module that a remote exposes through module federation. */
export interface RemoteModule {
  create: CreateRemote;
}

/** Name under which every remote exposes its module. */
export const EXPOSED_MODULE = './remote';
