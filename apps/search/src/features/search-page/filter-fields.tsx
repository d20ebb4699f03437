import { useQuery } from '@tanstack/react-query';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { SelectField } from '@tomekeeper/ui/field';
import { z } from 'zod';
import type { Filters } from '../search-api/search-api';
import styles from './search-page.module.css';

interface FilterFieldsProps {
  campaignId: string;
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

const KINDS = [
  { value: '', label: 'Everything' },
  { value: 'note', label: 'Notes' },
  { value: 'file', label: 'Files' },
] as const;

const AUDIENCES = [
  { value: '', label: 'Anyone' },
  { value: 'gm', label: 'GM only' },
  { value: 'party', label: 'Party' },
  { value: 'players', label: 'Chosen players' },
] as const;

/** Filters for GMs. Players filter by campaign only. */
export function FilterFields({ campaignId, filters, onFilters }: FilterFieldsProps) {
  const tags = useTags(campaignId, filters.tag);
  const set = (change: Filters) => onFilters({ ...filters, ...change });
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
      <SelectField
        label="Kind"
        options={KINDS}
        value={KINDS.find(({ value }) => value === filters.kind)?.value ?? ''}
        onChange={(kind) => set({ kind: kind || undefined })}
      />
      {tags.length > 0 && (
        <SelectField
          label="Tag"
          options={[
            { value: '', label: 'Any' },
            ...tags.map((tag) => ({ value: tag, label: tag })),
          ]}
          value={filters.tag ?? ''}
          onChange={(tag) => set({ tag: tag || undefined })}
        />
      )}
      <SelectField
        label="Audience"
        options={AUDIENCES}
        value={AUDIENCES.find(({ value }) => value === filters.audience)?.value ?? ''}
        onChange={(audience) => set({ audience: audience || undefined })}
      />
    </div>
  );
}

const facets = z.object({ folders: z.array(z.object({ path: z.string() })) });

/** Tags of the campaign, and the folders above them. */
function useTags(campaignId: string, chosen: string | undefined): readonly string[] {
  const { http } = useShell();
  const { data = [] } = useQuery({
    queryKey: ['tags', campaignId],
    queryFn: async ({ signal }) => {
      const path = `/api/documents/facets/?${new URLSearchParams({ campaign: campaignId })}`;
      const { folders } = await createApiClient(http).get(path, { answer: facets, signal });
      return folders.map(({ path: folder }) => folder);
    },
    staleTime: 60_000,
  });
  const all = new Set(chosen === undefined ? data : [...data, chosen]);
  return [...all].sort((one, other) => one.localeCompare(other));
}
