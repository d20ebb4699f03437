import { useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { FormError } from '@tomekeeper/ui/form-error';
import { Stack } from '@tomekeeper/ui/stack';
import { AccountSection } from '../account-section/account-section';
import { useFailureText } from '../form/failure-text';
import { useAuthTools } from '../session/auth-tools';
import { moment, Row, RowList } from './row-list';
import { deviceName } from './activity-words';
import { Loaded } from './loaded';
import { useSecurity } from './use-security';

/** Devices that are spared the second step. */
export function Devices() {
  const { loadSecurity } = useAuthTools();
  const failureText = useFailureText('devices');
  const { query, reread } = useSecurity('devices', (security) => security.devices());
  const [failure, setFailure] = useState<Failure>();

  async function forget(id: string) {
    setFailure(undefined);
    try {
      await (await loadSecurity()).forgetDevice(id);
      await reread();
    } catch (error) {
      setFailure(failureText(error, 'The device could not be forgotten. Please try again.'));
    }
  }

  return (
    <AccountSection
      title="Remembered devices"
      intro="They are not asked for a code when you sign in. Forget the ones you no longer have."
    >
      <Loaded query={query} loading="Loading your devices…" failed="Unable to load your devices.">
        {(devices) => (
          <Stack gap={3}>
            {devices.length === 0 ? (
              <p>None yet. Tick ‘Remember this device’ at your next two-step sign-in.</p>
            ) : (
              <RowList label="Remembered devices">
                {devices.map(({ id, name, lastUsedAt }) => (
                  <Row
                    key={id}
                    title={deviceName(name)}
                    note={lastUsedAt && `Last used ${moment(lastUsedAt)}`}
                    action="Forget"
                    onAction={() => forget(id)}
                  />
                ))}
              </RowList>
            )}
            <FormError {...failure} />
          </Stack>
        )}
      </Loaded>
    </AccountSection>
  );
}
