import { useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell, useTask } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Icon } from '@tomekeeper/ui/icon';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { AccountSection } from '../account-section/account-section';
import { useFailureText } from '../form/failure-text';
import { useAuthTools } from '../session/auth-tools';
import type { AccountSecurity } from '../session/user-pool/account-security';
import { day, Row, RowList } from './row-list';
import { Loaded } from './loaded';
import { passkeyRefusal } from './passkey-refusal';
import { useSecurity } from './use-security';

/** Sign-in by fingerprint, face or key, with nothing to type or to steal. */
export function Passkeys() {
  const { toast } = useShell();
  const { loadSecurity } = useAuthTools();
  const failureText = useFailureText('passkeys');
  const { query, reread } = useSecurity('passkeys', (security) => security.passkeys());
  const [failure, setFailure] = useState<Failure>();
  const adding = useTask();

  async function change(
    work: (security: AccountSecurity) => Promise<void>,
    done: string,
    failed: string,
  ) {
    setFailure(undefined);
    try {
      await work(await loadSecurity());
      toast({ message: done, tone: 'success' });
      await reread();
    } catch (error) {
      setFailure(passkeyRefusal(error) ?? failureText(error, failed));
    }
  }
  const add = () =>
    change(
      (security) => security.addPasskey(),
      'Your passkey is added.',
      'The passkey could not be added. Please try again.',
    );
  const remove = (id: string) =>
    change(
      (security) => security.removePasskey(id),
      'The passkey is removed here. Delete it on your device too.',
      'The passkey could not be removed. Please try again.',
    );

  return (
    <AccountSection
      title="Passkeys"
      intro="Sign in with your fingerprint, your face or a security key instead of a password."
    >
      <Loaded query={query} loading="Loading your passkeys…" failed="Unable to load your passkeys.">
        {(passkeys) => (
          <Stack>
            {passkeys.length > 0 && (
              <RowList label="Passkeys">
                {passkeys.map(({ id, name, createdAt }) => (
                  <Row
                    key={id}
                    title={name}
                    note={createdAt && `Added ${day(createdAt)}`}
                    action="Remove"
                    onAction={() => remove(id)}
                  />
                ))}
              </RowList>
            )}
            <FormError {...failure} />
            <Cluster>
              <Button
                variant="secondary"
                icon={<Icon name="plus" />}
                busy={adding.busy && 'Waiting for your device…'}
                onClick={() => adding.run(add)}
              >
                Add a passkey
              </Button>
            </Cluster>
          </Stack>
        )}
      </Loaded>
    </AccountSection>
  );
}
