import { useCallback, useEffect, type ComponentType } from 'react';
import { useHints, useShell } from '@tomekeeper/remote-kit';
import { useDocumentsApi } from '../documents-api';

/** Lets the others of the campaign see, while this page of it is open, that this person is here. */
export function withPresence(Page: ComponentType): ComponentType {
  return function WithPresence() {
    useLook();
    return <Page />;
  };
}

/** To ask who is here is to look at the campaign; who else is, these pages do not say. */
function useLook(): void {
  const { hints, routing } = useShell();
  const { id = '' } = routing.useParams();
  const api = useDocumentsApi();
  const isLive = hints !== undefined;
  const look = useCallback(() => {
    // A courtesy: what fails here is made up for by the next page, and nobody waits for it.
    if (isLive && id) api.look(id).catch(() => undefined);
  }, [isLive, id, api]);
  useEffect(look, [look]);
  // After a long sleep the server has forgotten; it then says that hints may have been missed, which every call hears.
  useHints([], id, look);
}
