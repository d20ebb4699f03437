import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createApiClient } from '@tomekeeper/api-client';
import type { DraftsRequest } from '@tomekeeper/contracts-search';
import { useHints, useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { SelectField } from '@tomekeeper/ui/field';
import { z } from 'zod';
import { useSearchApi } from '../../search-api/search-api';
import { Loading, LoadError } from '../../page-head/load-error';
import styles from '../ask-page.module.css';
import { DraftCard } from './draft-card';

interface DraftsProps {
  campaignId: string;
  seesAll: boolean;
  /** Kinds of drafts that the user may request. */
  kinds: readonly string[];
}

type DraftOptions = Pick<DraftsRequest, 'kind' | 'document'>;

/** Summaries and story hooks by the language model; saved only on request. */
export function Drafts({ campaignId, seesAll, kinds }: DraftsProps) {
  const api = useSearchApi();
  const [document, setDocument] = useState('');
  const [discarded, setDiscarded] = useState<ReadonlySet<number>>(new Set());
  const [isOutdated, setIsOutdated] = useState(false);
  const drafting = useMutation({
    mutationFn: (options: DraftOptions) => api.drafts({ campaign: campaignId, ...options }),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const documents = useDocuments(campaignId, kinds.includes('summary'));
  const draft = (options: DraftOptions) => {
    setDiscarded(new Set());
    setIsOutdated(false);
    drafting.mutate(options);
  };
  // The draft may contain text that was revoked since.
  useHints(['documents', 'members'], campaignId, () => {
    if (seesAll || drafting.data === undefined) return;
    drafting.reset();
    setIsOutdated(true);
  });
  const { data, variables } = drafting;
  const title = documents.find(({ id }) => id === variables?.document)?.title;
  const left = data?.drafts.map((one, at) => ({ ...one, at })) ?? [];
  const shown = left.filter(({ at }) => !discarded.has(at));
  return (
    <section className={styles.drafts} aria-labelledby="drafts">
      <h2 id="drafts" ref={heading} tabIndex={-1}>
        Drafts
      </h2>
      <p className={styles.because}>
        Written by the language model from this campaign’s text. Drafts are only saved if you save
        them.
      </p>
      <div className={styles.draftChoices}>
        {kinds.includes('summary') && documents.length > 0 && (
          <>
            <SelectField
              label="Document"
              options={[
                { value: '', label: 'Choose one' },
                ...documents.map(({ id, title: label }) => ({ value: id, label })),
              ]}
              value={document}
              onChange={setDocument}
            />
            <Button
              variant="secondary"
              disabled={document === ''}
              busy={drafting.isPending && variables?.kind === 'summary' && 'Writing…'}
              onClick={() => draft({ kind: 'summary', document })}
            >
              Summarize
            </Button>
          </>
        )}
        {kinds.includes('hooks') && (
          <Button
            variant="secondary"
            busy={drafting.isPending && variables?.kind === 'hooks' && 'Writing…'}
            onClick={() => draft({ kind: 'hooks', ...(document && { document }) })}
          >
            Three story hooks
          </Button>
        )}
      </div>
      {drafting.isPending && <Loading label="Writing a draft…" />}
      {drafting.error && variables && (
        <LoadError
          error={drafting.error}
          text="Unable to write a draft."
          onRetry={() => draft(variables)}
        />
      )}
      {isOutdated && (
        <p role="status">The texts of this campaign have changed. Ask for a draft again.</p>
      )}
      {data?.drafts.length === 0 && (
        <p role="status">The model had no suggestions for this text.</p>
      )}
      {data &&
        shown.map(({ at, parts }) => (
          <DraftCard
            key={at}
            {...{ campaignId, parts }}
            title={
              data.kind === 'summary' ? `Summary of ${title ?? 'a document'}` : `Hook ${at + 1}`
            }
            passages={data.passages}
            // Players can't create GM-only notes.
            canSave={seesAll}
            onDiscard={() => {
              setDiscarded((before) => new Set([...before, at]));
              // The pressed button is gone, so its focus moves to the heading.
              heading.current?.focus();
            }}
          />
        ))}
      {data && data.read.passages < data.read.of && (
        <p className={styles.because}>
          Based on the first {data.read.passages} of {data.read.of} passages.
        </p>
      )}
    </section>
  );
}

const listed = z.array(
  z
    .object({ id: z.string(), original_filename: z.string(), title: z.string().optional() })
    .transform(({ id, original_filename, title }) => ({ id, title: title ?? original_filename })),
);

/** Visible documents of the campaign. */
function useDocuments(campaignId: string, enabled: boolean) {
  const { http } = useShell();
  const { data = [] } = useQuery({
    queryKey: ['documents', campaignId],
    queryFn: ({ signal }) => {
      const path = `/api/documents/?${new URLSearchParams({ campaign: campaignId })}`;
      return createApiClient(http).get(path, { answer: listed, signal });
    },
    enabled,
    gcTime: 0,
  });
  return data;
}
