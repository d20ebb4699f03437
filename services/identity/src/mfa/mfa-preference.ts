import { refuse } from '../protocol/refusals';
import type { EnabledFactors, SecondFactorName } from '../users/pool-user';

interface WantedSetting {
  Enabled?: boolean | undefined;
  PreferredMfa?: boolean | undefined;
}

/** What a request says about each factor; one that it leaves out stays as it is. */
export type WantedSettings = Record<SecondFactorName, WantedSetting | undefined>;

const KINDS = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'] as const;

/**
 * The factors after a change of preferences.
 * @param ready which of them the person could use
 * @throws the protocol's refusal for a factor that can't be used, or two that are preferred
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
