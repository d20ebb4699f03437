import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createApiClient } from '@tomekeeper/api-client';
import type { DraftsRequest } from '@tomekeeper/contracts-search';
import { useHints, useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { SelectField } from '@tomekeeper/ui/field';
import { z } from 'zod';
import { useSearchApi } from '../../search-api/search-api';
import { OnItsWay, Trouble } from '../../page-head/trouble';
import styles from '../ask-page.module.css';
import { DraftCard } from './draft-card';

interface DraftsProps {
  campaignId: string;
  seesAll: boolean;
  /** What can be drafted for the asker. */
  kinds: readonly string[];
}

type Wanted = Pick<DraftsRequest, 'kind' | 'document'>;

/** What the language model drafts: a document in short, or ways in which the story could go on. Nothing of it stays by itself. */
export function Drafts({ campaignId, seesAll, kinds }: DraftsProps) {
  const api = useSearchApi();
  const [document, setDocument] = useState('');
  const [thrownAway, setThrownAway] = useState<ReadonlySet<number>>(new Set());
  const [isOutdated, setIsOutdated] = useState(false);
  const drafting = useMutation({
    mutationFn: (wanted: Wanted) => api.drafts({ campaign: campaignId, ...wanted }),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const documents = useDocuments(campaignId, kinds.includes('summary'));
  const draft = (wanted: Wanted) => {
    setThrownAway(new Set());
    setIsOutdated(false);
    drafting.mutate(wanted);
  };
  // What stood here may hold what was taken from its reader since.
  useHints(['documents', 'members'], campaignId, () => {
    if (seesAll || drafting.data === undefined) return;
    drafting.reset();
    setIsOutdated(true);
  });
  const { data, variables } = drafting;
  const title = documents.find(({ id }) => id === variables?.document)?.title;
  const left = data?.drafts.map((one, at) => ({ ...one, at })) ?? [];
  const shown = left.filter(({ at }) => !thrownAway.has(at));
  return (
    <section className={styles.drafts} aria-labelledby="drafts">
      <h2 id="drafts" ref={heading} tabIndex={-1}>
        Drafts
      </h2>
      <p className={styles.because}>
        Written by the language model out of this campaign’s text. Nothing is kept unless you keep
        it.
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
              Sum it up
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
      {drafting.isPending && (
        <OnItsWay failure={undefined} words="The model reads, and writes a draft…" />
      )}
      {drafting.error && variables && (
        <Trouble
          error={drafting.error}
          text="Nothing was drafted."
          onRetry={() => draft(variables)}
        />
      )}
      {isOutdated && (
        <p role="status">The texts of this campaign have changed. Ask for a draft again.</p>
      )}
      {data?.drafts.length === 0 && (
        <p role="status">The model found nothing to say about that text.</p>
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
            // Players write no notes.
            isKeepable={seesAll}
            onThrowAway={() => {
              setThrownAway((before) => new Set([...before, at]));
              // The button that was pressed goes with it.
              heading.current?.focus();
            }}
          />
        ))}
      {data && data.read.passages < data.read.of && (
        <p className={styles.because}>
          Of {data.read.of} passages the first {data.read.passages} were read.
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

/** Documents of the campaign that the asker sees. */
function useDocuments(campaignId: string, isWanted: boolean) {
  const { http } = useShell();
  const { data = [] } = useQuery({
    queryKey: ['documents', campaignId],
    queryFn: ({ signal }) => {
      const path = `/api/documents/?${new URLSearchParams({ campaign: campaignId })}`;
      return createApiClient(http).get(path, { answer: listed, signal });
    },
    enabled: isWanted,
    gcTime: 0,
  });
  return data;
}
