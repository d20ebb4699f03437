import { refuse } from '../protocol/refusals';
import type { EnabledFactors, SecondFactorName } from '../users/pool-user';

interface WantedSetting {
  Enabled?: boolean | undefined;
  PreferredMfa?: boolean | undefined;
}

/** Requested settings by factor; undefined leaves a factor unchanged. */
export type WantedSettings = Record<SecondFactorName, WantedSetting | undefined>;

const KINDS = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'] as const;

/**
 * Returns the factors after a change of preferences.
 * @param ready the factors that the user has set up
 * @throws {ProtocolError} for a factor that is not set up, or two preferred factors
 */
export function applyPreference(
  present: EnabledFactors,
  wanted: WantedSettings,
  ready: Record<SecondFactorName, boolean>,
): EnabledFactors {
  const kinds: SecondFactorName[] = KINDS.filter(
    (kind) => wanted[kind]?.Enabled ?? present.kinds.includes(kind),
  );
  const preferred = KINDS.filter((kind) => wanted[kind]?.PreferredMfa);
  if (preferred.length > 1) throw refuse.twoPreferredFactors();
  for (const kind of preferred) if (!kinds.includes(kind)) throw refuse.preferredFactorOff(kind);
  for (const kind of kinds)
    if (!ready[kind] && !present.kinds.includes(kind)) throw refuse.factorNotReady(kind);
  const unchanged =
    present.preferred &&
    kinds.includes(present.preferred) &&
    wanted[present.preferred]?.PreferredMfa !== false
      ? present.preferred
      : undefined;
  return { kinds, preferred: preferred[0] ?? unchanged };
}
