import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { Section } from '@tomekeeper/ui/section';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { documentPath } from '../sessions-api/paths';
import { nameOf } from '../sessions-api/session-name';
import { useSessionsApi, type SessionDetail } from '../sessions-api/sessions-api';
import { useShowSession, useUpdateSession } from '../sessions-api/use-sessions';
import styles from './session-page.module.css';

/** Headings that most plans have; GMs change them in the note. */
const TEMPLATE = `## Where we left off

## How it starts

## Scenes

## People

## Secrets and clues

## Rewards
`;

interface PlanProps {
  campaignId: string;
  session: SessionDetail;
}

/** The plan of a session: a GM-only note, created from a template on request. */
export function Plan({ campaignId, session }: PlanProps) {
  const { routing } = useShell();
  const { Link } = routing;
  const api = useSessionsApi();
  const show = useShowSession(campaignId);
  // A retry after a lost response returns the note of the first request.
  const [key] = useState(() => crypto.randomUUID());
  const creating = useSerialMutation({
    async mutationFn() {
      const { id } = await api.createNote({
        campaign: campaignId,
        title: `Plan: ${nameOf(session)}`,
        markdown: TEMPLATE,
        idempotency_key: key,
      });
      await show(await api.update(campaignId, session.id, { plan: id }));
      return id;
    },
    onSuccess: (id) => routing.navigate(documentPath(campaignId, id, true)),
  });
  const unlinking = useUpdateSession(campaignId, session.id);
  const error = creating.error ?? unlinking.error;
  return (
    <Section title="Plan" intro="A note for game masters only.">
      {session.plan ? (
        <div className={styles.plan}>
          <Link className={textLinkClass} to={documentPath(campaignId, session.plan)}>
            Open the plan
          </Link>
          <MoreMenu label="More actions of the plan" busy={unlinking.isPending && 'Saving…'}>
            <MenuItem onClick={() => unlinking.mutate({ plan: null })}>Unlink the note</MenuItem>
          </MoreMenu>
        </div>
      ) : (
        <Button
          variant="secondary"
          size="small"
          busy={creating.isPending && 'Creating…'}
          onClick={() => creating.mutate()}
        >
          Write a plan
        </Button>
      )}
      {error && <FormError {...detailOrText(error, 'The plan was not changed.')} />}
    </Section>
  );
}
