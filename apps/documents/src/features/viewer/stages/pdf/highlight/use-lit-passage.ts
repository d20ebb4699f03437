import { useQuery } from '@tanstack/react-query';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import type { Document } from '../../../../documents-api/documents-api';
import { createPassagesApi } from '../../../../documents-api/passages-api';
import { passageOf } from '../../../../reader/reading-position/use-reading-place';

export interface LitPassage {
  text: string;
  page: number;
}

/** The passage in the URL, if the viewer can see it, to highlight it on its page of the file. */
export function useLitPassage(document: Document): LitPassage | undefined {
  const { http, routing } = useShell();
  const { hash } = routing.useLocation();
  // A show on top of another page must ignore the URL of that page.
  const isOfPage = routing.useParams()['document'] === document.id;
  const wanted = isOfPage ? passageOf(hash) : undefined;
  const viewAs = useViewAs();
  const { data } = useQuery({
    queryKey: ['lit passage', document.id, wanted, viewAs],
    queryFn: async ({ signal }) => {
      const api = createPassagesApi(http, undefined, document.id, viewAs);
      const { passages } = await api.passages({ around: wanted ?? '' }, 1, signal);
      const found = passages.find(({ id }) => id === wanted);
      return found?.page === undefined ? null : { text: found.text, page: found.page };
    },
    enabled: wanted !== undefined,
    gcTime: 0,
  });
  return wanted === undefined ? undefined : (data ?? undefined);
}
