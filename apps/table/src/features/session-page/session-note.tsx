import { useState, type ReactNode } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { Section } from '@tomekeeper/ui/section';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { documentPath, editorPath } from '../sessions-api/paths';
import { useSessionsApi, type SessionDetail } from '../sessions-api/sessions-api';
import { useShowSession, useUpdateSession } from '../sessions-api/use-sessions';
import styles from './session-page.module.css';

interface SessionNoteProps {
  campaignId: string;
  session: SessionDetail;
  /** Field of the session that refers to the note. */
  field: 'plan' | 'recap';
  title: string;
  intro: string;
  /** Label of the button that creates the note. */
  write: string;
  /** The key makes a retry after a lost response return the note of the first request. */
  create: (idempotency_key: string) => Promise<{ id: string }>;
  /** Shown below the link to the note. */
  children?: ReactNode;
}

/** A note of a session, which a GM creates on request and opens in its editor. */
export function SessionNote({
  campaignId,
  session,
  field,
  title,
  intro,
  write,
  create,
  children,
}: SessionNoteProps) {
  const { routing } = useShell();
  const { Link } = routing;
  const api = useSessionsApi();
  const show = useShowSession(campaignId);
  const [key] = useState(() => crypto.randomUUID());
  const creating = useSerialMutation({
    async mutationFn() {
      const { id } = await create(key);
      await show(await api.update(campaignId, session.id, { [field]: id }));
      return id;
    },
    onSuccess: (id) => routing.navigate(editorPath(campaignId, id)),
  });
  const unlinking = useUpdateSession(campaignId, session.id);
  const error = creating.error ?? unlinking.error;
  const note = session[field];
  return (
    <Section title={title} intro={intro}>
      {note ? (
        <div className={styles.note}>
          <Link className={textLinkClass} to={documentPath(campaignId, note)}>
            Open the {field}
          </Link>
          <MoreMenu label={`More actions of the ${field}`} busy={unlinking.isPending && 'Saving…'}>
            <MenuItem onClick={() => unlinking.mutate({ [field]: null })}>Unlink the note</MenuItem>
          </MoreMenu>
        </div>
      ) : (
        <Button
          variant="secondary"
          size="small"
          busy={creating.isPending && 'Creating…'}
          onClick={() => creating.mutate()}
        >
          {write}
        </Button>
      )}
      {children}
      {error && <FormError {...detailOrText(error, `The ${field} was not changed.`)} />}
    </Section>
  );
}
