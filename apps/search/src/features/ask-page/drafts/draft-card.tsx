import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createApiClient, detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { z } from 'zod';
import { documentPath } from '../../search-api/paths';
import type { AnswerPart, Hit } from '../../search-api/search-api';
import { Sentence } from '../answer';
import styles from '../ask-page.module.css';
import { draftAsMarkdown } from './draft-as-markdown';

interface DraftCardProps {
  campaignId: string;
  title: string;
  parts: readonly AnswerPart[];
  passages: readonly Hit[];
  isKeepable: boolean;
  onThrowAway: () => void;
}

const made = z.object({ id: z.string() });

/** A draft with where its sentences stand: kept as a note for GMs, or thrown away. */
export function DraftCard(props: DraftCardProps) {
  const { campaignId, title, parts, passages, isKeepable, onThrowAway } = props;
  const { http, routing } = useShell();
  const { Link } = routing;
  // Sent twice it is one note.
  const [idempotency_key] = useState(() => crypto.randomUUID());
  const keep = useMutation({
    mutationFn: () =>
      createApiClient(http).post('/api/documents/notes/', {
        body: {
          ...{ campaign: campaignId, title, is_spoilers: true, idempotency_key },
          markdown: draftAsMarkdown(parts, passages),
        },
        answer: made,
      }),
  });
  const keptLink = useRef<HTMLParagraphElement>(null);
  const isKept = keep.data !== undefined;
  // The button that was pressed is gone.
  useEffect(() => {
    if (isKept) keptLink.current?.querySelector('a')?.focus();
  }, [isKept]);
  return (
    <article className={styles.draft} aria-label={title}>
      <h3>{title}</h3>
      {parts.map((part, at) => (
        <Sentence key={at} part={part} passages={passages} />
      ))}
      {keep.error && <FormError {...detailOrText(keep.error, 'The draft is not kept yet.')} />}
      {keep.data ? (
        <p role="status" ref={keptLink}>
          Kept for GMs only:{' '}
          <Link to={documentPath({ campaign: campaignId, document: keep.data.id })}>{title}</Link>
        </p>
      ) : (
        <div className={styles.draftActs}>
          {isKeepable && (
            <Button
              size="small"
              variant="secondary"
              busy={keep.isPending && 'Saving…'}
              onClick={() => keep.mutate()}
            >
              Keep as a note
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={onThrowAway}>
            Throw away
          </Button>
        </div>
      )}
    </article>
  );
}
