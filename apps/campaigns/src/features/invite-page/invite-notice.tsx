import { useEffect, useState } from 'react';
import type { WidgetProps } from '@tomekeeper/remote-kit';
import { InviteSummary } from './invite-summary';
import styles from './invite-page.module.css';
import { inviteTokenFor } from './kept-token';
import { useInvitePreview } from './use-invite';

/** Shows visitors on the sign-up and sign-in pages which campaign they are about to join. */
export function InviteNotice({ onShown }: WidgetProps['campaigns.invite-notice']) {
  const [token] = useState(() => inviteTokenFor(''));
  const { data: preview, isPending } = useInvitePreview(token);
  const isShown = preview !== undefined;
  useEffect(() => {
    if (isShown) onShown?.(token);
  }, [isShown, onShown, token]);
  // Without a preview the page works as usual, and the invite page explains the reason afterwards.
  if (token === '' || (!preview && !isPending)) return null;
  return (
    <section className={styles.notice} aria-label="Invitation" aria-busy={isPending}>
      {preview && (
        <>
          <InviteSummary preview={preview} />
          <p className={styles.hint}>
            {preview.for_address_only
              ? 'Use the e-mail address that this invite was sent to. You join as soon as you are signed in.'
              : 'You join as soon as you are signed in.'}
          </p>
        </>
      )}
    </section>
  );
}
