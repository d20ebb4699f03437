import type { ShellApi } from '@tomekeeper/remote-kit';
import { createQueryScope, type QueryScope } from '@tomekeeper/remote-kit/query';

/** A module of its own, so that the query library comes with the guarded pages only. */
export function openQueryScope(shell: ShellApi): QueryScope {
  return createQueryScope(shell);
}
