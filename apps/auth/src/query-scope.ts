import type { ShellApi } from '@tomekeeper/remote-kit';
import { createQueryScope, type QueryScope } from '@tomekeeper/remote-kit/query';

/** A separate module, so that only the guarded pages load the query library. */
export function openQueryScope(shell: ShellApi): QueryScope {
  return createQueryScope(shell);
}
