import { useCallback, useEffect, type ComponentType } from 'react';
import { useHints, useShell } from '@tomekeeper/remote-kit';
import { useDocumentsApi } from '../documents-api';

/** Reports presence in the campaign while the page is open. */
export function withPresence(Page: ComponentType): ComponentType {
  return function WithPresence() {
    useLook();
    return <Page />;
  };
}

/** The presence request itself marks the user as online; its response is unused here. */
function useLook(): void {
  const { hints, routing } = useShell();
  const { id = '' } = routing.useParams();
  const api = useDocumentsApi();
  const isLive = hints !== undefined;
  const look = useCallback(() => {
    // Best effort: the next page repeats the request.
    if (isLive && id) api.look(id).catch(() => undefined);
  }, [isLive, id, api]);
  useEffect(look, [look]);
  // The server forgets idle clients. After a reconnect it reports missed events, which triggers this request again.
  useHints([], id, look);
}
