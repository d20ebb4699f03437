import { useShell, useTask } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { SessionList } from '../security/session-list';
import { AccountSection } from '../account-section/account-section';
import { useAuthTools } from '../session/auth-tools';

/** Signs out on this device, or on all devices. */
export function Sessions() {
  const { session, config } = useShell();
  const { endEverywhereNext } = useAuthTools();
  const leaving = useTask();
  const leavingEverywhere = useTask();
  return (
    <AccountSection
      title="Sign out"
      intro="Signing out everywhere also ends your sessions on other devices, such as a lost phone."
    >
      <Stack>
        {config.identity.features?.includes('activity') && <SessionList />}
        <Cluster>
          <Button
            variant="secondary"
            icon={<Icon name="log-out" />}
            busy={leaving.busy && 'Signing out…'}
            onClick={() => leaving.run(() => session.signOut())}
          >
            Sign out
          </Button>
          <Button
            variant="quiet"
            busy={leavingEverywhere.busy && 'Signing out everywhere…'}
            onClick={() =>
              leavingEverywhere.run(() => {
                endEverywhereNext();
                return session.signOut();
              })
            }
          >
            Sign out everywhere
          </Button>
        </Cluster>
      </Stack>
    </AccountSection>
  );
}
