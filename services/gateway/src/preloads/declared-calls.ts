import type { FoundRoute, RegistryEntry } from '@tomekeeper/contracts-federation';

/** Data element from which the shell's first script sends the calls of a guarded route, before shell and remotes have loaded. */
export function declaredCalls(
  { route }: FoundRoute,
  remotes: readonly RegistryEntry[],
  clientId: string,
): string {
  const session = remotes.find(({ manifest }) => manifest.session)?.manifest.session;
  if (!session || route.access !== 'guarded' || !route.calls) return '';
  const keyOf = (key: string | undefined) => key?.replaceAll('{client_id}', clientId);
  const data = JSON.stringify({
    route: route.path,
    calls: [...(session.calls ?? []), ...route.calls],
    userKey: keyOf(session.storage_key),
    tokenKey: keyOf(session.token_key),
  });
  // Content that could end the element.
  return `<script type="application/json" data-calls>${data.replaceAll('<', '\\u003c')}</script>`;
}
