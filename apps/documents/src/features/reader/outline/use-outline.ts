import { useQuery } from '@tanstack/react-query';
import { useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import type { Document } from '../../documents-api/documents-api';
import type { Heading, PassagesApi } from '../../documents-api/passages-api';
import type { PassageStore } from '../column/passage-store';

interface OpenedOutline {
  /** Headings of the text; empty while loading. */
  headings: readonly Heading[];
  outlineKey: readonly unknown[];
  /** Whether the text has an outline. While that loads the loaded passages decide, because the text moves to make room for it. */
  isOutlined: boolean;
}

export function useOutline(
  { id, campaign, text_pages: pages = 1 }: Document,
  api: PassagesApi,
  store: Pick<PassageStore, 'loaded'>,
): OpenedOutline {
  const outlineKey = ['outline', id, useViewAs()];
  useRefetchOnHints(['documents', 'members', 'campaigns'], campaign, outlineKey);
  const { data, isPending } = useQuery({
    queryKey: outlineKey,
    queryFn: ({ signal }) => api.outline(signal),
    gcTime: 0,
  });
  const headings = data ?? NONE;
  const shown = isPending ? [...store.loaded()].filter(({ kind }) => kind === 'heading') : headings;
  return { headings, outlineKey, isOutlined: pages > 1 || shown.length > 1 };
}

const NONE: readonly Heading[] = [];
