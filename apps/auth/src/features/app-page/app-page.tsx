import { textThenDetail } from '@tomekeeper/api-client';
import { useShell, useTask } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { useMe } from '../account/use-me';
import styles from './app-page.module.css';

/** Raw data of the current user. */
export function CurrentUserPage() {
  const { session, routing } = useShell();
  const me = useMe();
  const signOutTask = useTask();
  routing.useTitle('Current user');
  return (
    <>
      <PageHeader
        title="Current user"
        intro="The data of your account, as the server sends it."
        actions={
          <Button
            variant="secondary"
            busy={signOutTask.busy && 'Signing out…'}
            onClick={() => signOutTask.run(() => session.signOut())}
          >
            Sign Out
          </Button>
        }
      />
      {me.isPending && <Skeleton label="Loading…" />}
      {me.isError && !me.data && (
        <LoadFailure
          {...textThenDetail(me.error, 'Unable to load account')}
          retry="Try again"
          onRetry={() => void me.refetch()}
        />
      )}
      {me.data && <pre className={styles.data}>{JSON.stringify(me.data, null, 2)}</pre>}
    </>
  );
}
