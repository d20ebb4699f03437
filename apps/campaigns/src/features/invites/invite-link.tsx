import { QrCode } from '@tomekeeper/ui/qr-code';
import { Stack } from '@tomekeeper/ui/stack';
import type { Invite } from '../campaigns-api/campaigns-api';
import { CopyLink } from '../../copy-link';
import { untilWords, usesWords } from './invite-words';
import styles from './invites.module.css';

/** Invite link with a copy button and a QR code. */
export function InviteLink({ invite, link }: { invite: Invite; link: string }) {
  return (
    <Stack gap={4}>
      <CopyLink
        label="Invite link"
        description={
          <>
            Send it to your players. It works {usesWords(invite)}, {untilWords(invite)}.
          </>
        }
        link={link}
      />
      <figure className={styles.code}>
        <QrCode text={link} label="QR code for joining" />
        <figcaption>Players at the table can scan it.</figcaption>
      </figure>
    </Stack>
  );
}
