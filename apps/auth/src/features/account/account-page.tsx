import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Stack } from '@tomekeeper/ui/stack';
import { Activity } from '../security/activity';
import { Authenticator } from '../security/authenticator/authenticator';
import { Devices } from '../security/devices';
import { Passkeys } from '../security/passkeys';
import { Reauthentication } from '../reauthentication/reauthentication';
import { AccountIndex } from '../account-section/account-index';
import { ChangeEmail } from './change-email';
import { ChangePassword } from './change-password';
import { DeleteAccount } from './delete-account';
import { DownloadData } from './download-data';
import { NamesForm } from './names-form';
import { Sessions } from './sessions';
import { useMe } from './use-me';
import { UserId } from './user-id';

export function AccountPage() {
  const { routing, config } = useShell();
  const { features = [] } = config.identity;
  const me = useMe();
  routing.useTitle('Account');
  return (
    <>
      <PageHeader title="Account" />
      {me.isPending && <Skeleton label="Loading your account…" count={4} />}
      {me.isError && !me.data && (
        <LoadFailure
          {...textThenDetail(me.error, 'Unable to load account')}
          retry="Try again"
          busy={me.isFetching && 'Trying again…'}
          onRetry={() => void me.refetch()}
        />
      )}
      {me.data && (
        <Reauthentication>
          <Stack gap={7}>
            <AccountIndex titles={titlesWith(features)} />
            <NamesForm key={me.data.id} me={me.data} onSaved={() => void me.refetch()} />
            <UserId id={me.data.id} />
            <ChangeEmail onChanged={() => void me.refetch()} />
            <ChangePassword me={me.data} />
            {features.includes('totp') && <Authenticator email={me.data.email} />}
            {features.includes('passkeys') && <Passkeys />}
            {features.includes('devices') && <Devices />}
            <Sessions />
            {features.includes('activity') && <Activity />}
            <DownloadData />
            <DeleteAccount email={me.data.email} />
          </Stack>
        </Reauthentication>
      )}
    </>
  );
}

/** The headings of the sections below, in their order. */
const titlesWith = (features: readonly string[]): string[] => [
  'Your name',
  'Your user id',
  'Change e-mail',
  'Change password',
  ...(features.includes('totp') ? ['Two-step sign-in'] : []),
  ...(features.includes('passkeys') ? ['Passkeys'] : []),
  ...(features.includes('devices') ? ['Remembered devices'] : []),
  'Sign out',
  ...(features.includes('activity') ? ['Recent activity'] : []),
  'Your data',
  'Delete account',
];
