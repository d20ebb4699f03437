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
  canSave: boolean;
  onDiscard: () => void;
}

const made = z.object({ id: z.string() });

/** A draft with its sources. GMs can save it as a GM-only note. */
export function DraftCard(props: DraftCardProps) {
  const { campaignId, title, parts, passages, canSave, onDiscard } = props;
  const { http, routing } = useShell();
  const { Link } = routing;
  // A retried request creates no second note.
  const [idempotency_key] = useState(() => crypto.randomUUID());
  const save = useMutation({
    mutationFn: () =>
      createApiClient(http).post('/api/documents/notes/', {
        body: {
          ...{ campaign: campaignId, title, is_spoilers: true, idempotency_key },
          markdown: draftAsMarkdown(parts, passages),
        },
        answer: made,
      }),
  });
  const savedLink = useRef<HTMLParagraphElement>(null);
  const isSaved = save.data !== undefined;
  // The pressed button is gone, so its focus moves to the link.
  useEffect(() => {
    if (isSaved) savedLink.current?.querySelector('a')?.focus();
  }, [isSaved]);
  return (
    <article className={styles.draft} aria-label={title}>
      <h3>{title}</h3>
      {parts.map((part, at) => (
        <Sentence key={at} part={part} passages={passages} />
      ))}
      {save.error && <FormError {...detailOrText(save.error, 'The draft was not saved.')} />}
      {save.data ? (
        <p role="status" ref={savedLink}>
          Saved for GMs only:{' '}
          <Link to={documentPath({ campaign: campaignId, document: save.data.id })}>{title}</Link>
        </p>
      ) : (
        <div className={styles.draftActs}>
          {canSave && (
            <Button
              size="small"
              variant="secondary"
              busy={save.isPending && 'Saving…'}
              onClick={() => save.mutate()}
            >
              Save as note
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      )}
    </article>
  );
}
