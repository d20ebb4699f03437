import { useState } from 'react';
import { useShell, useTask } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { AccountSection } from '../../account-section/account-section';
import { useFailureText } from '../../form/failure-text';
import type { SecondFactor } from '../../session/user-pool/account-security';
import { useAuthTools } from '../../session/auth-tools';
import { Loaded } from '../loaded';
import { RecoveryCodes } from './recovery-codes';
import { SetUpAuthenticator } from './set-up-authenticator';
import { TurnOffButton } from './turn-off';
import { useSecurity } from '../use-security';

/** A second factor at sign-in: off, being set up, or on. */
export function Authenticator({ email }: { email: string }) {
  const { config, toast } = useShell();
  const { loadSecurity } = useAuthTools();
  const failureText = useFailureText('authenticator');
  const { query, reread } = useSecurity('second-factors', (security) => security.secondFactors());
  const [settingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const making = useTask();
  const { features = [] } = config.identity;
  const hasCodes = features.includes('recovery_codes');

  async function makeCodes() {
    try {
      setCodes(await (await loadSecurity()).makeRecoveryCodes());
    } catch (error) {
      const { message } = failureText(error, 'Could not create codes. Please try again.');
      toast({ message, tone: 'error' });
    }
  }
  async function confirmed() {
    setSettingUp(false);
    toast({ message: 'Your authenticator app is set up.', tone: 'success' });
    await reread();
    if (hasCodes) await makeCodes();
  }

  return (
    <AccountSection
      title="Two-step sign-in"
      intro="With an authenticator app, a stolen password alone opens nothing."
    >
      <Loaded
        query={query}
        loading="Loading your two-step sign-in…"
        failed="Unable to load your two-step sign-in."
      >
        {(factors) =>
          factors.includes('TOTP') ? (
            <Stack>
              <p>On. You need a code from your authenticator app to sign in.</p>
              {hasCodes && (
                <RecoveryCodes
                  fresh={codes}
                  busy={making.busy}
                  make={() => making.run(makeCodes)}
                  done={() => setCodes(undefined)}
                />
              )}
              {factors.length === 1 && features.includes('mfa_required') ? (
                <p>Everyone signs in in two steps here, so it cannot be turned off.</p>
              ) : (
                <TurnOffButton
                  fallback={mediumOf(factors)}
                  onTurnedOff={async () => {
                    setCodes(undefined);
                    await reread();
                  }}
                />
              )}
            </Stack>
          ) : settingUp ? (
            <SetUpAuthenticator
              email={email}
              onConfirmed={confirmed}
              goBack={() => setSettingUp(false)}
            />
          ) : (
            <Stack>
              {factors.length > 0 && <p>{onWithout(factors)}</p>}
              <Cluster>
                <Button variant="secondary" onClick={() => setSettingUp(true)}>
                  Set up an authenticator app
                </Button>
              </Cluster>
            </Stack>
          )
        }
      </Loaded>
    </AccountSection>
  );
}

/** For an account whose second step is set up elsewhere, or was at sign-in. */
const onWithout = (factors: readonly SecondFactor[]) =>
  `On. You need a code sent by ${mediumOf(factors)} to sign in.`;

/** Delivery medium of codes without the app, if any. */
function mediumOf(factors: readonly SecondFactor[]): 'email' | 'text message' | undefined {
  if (factors.includes('EMAIL')) return 'email';
  return factors.includes('SMS') ? 'text message' : undefined;
}
