import type { FoundRoute, PreloadedFile, RegistryEntry } from '@tomekeeper/contracts-federation';

/** Data element and script of the shell, which send the calls of a guarded route before shell and remotes have loaded. */
export function declaredCalls(
  { route }: FoundRoute,
  remotes: readonly RegistryEntry[],
  clientId: string,
  { file, integrity }: PreloadedFile,
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
  const element = `<script type="application/json" data-calls>${data.replaceAll('<', '\\u003c')}</script>`;
  return `${element}<script src="/${file}" integrity="${integrity}"></script>`;
}
