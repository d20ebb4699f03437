import { useQuery } from '@tanstack/react-query';
import { useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import type { Document } from '../../documents-api/documents-api';
import type { Heading, PassagesApi } from '../../documents-api/passages-api';

/** Headings of a text, empty while loading, and their query key. */
export function useOutline(
  { id, campaign }: Document,
  api: PassagesApi,
): { headings: readonly Heading[]; outlineKey: readonly unknown[] } {
  const outlineKey = ['outline', id, useViewAs()];
  useRefetchOnHints(['documents', 'members', 'campaigns'], campaign, outlineKey);
  const { data = NONE } = useQuery({
    queryKey: outlineKey,
    queryFn: ({ signal }) => api.outline(signal),
    gcTime: 0,
  });
  return { headings: data, outlineKey };
}

const NONE: readonly Heading[] = [];
