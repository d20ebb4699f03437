import { RENEWED, type RenewedName } from '@tomekeeper/installation';
import { StartupProblem } from '@tomekeeper/program-kit';

export class NotUnderstood extends StartupProblem {}

const AS_BUILT = '--as-built';

/** Reads what follows `npm run roll --`. @throws NotUnderstood */
export function readRollArguments(given: readonly string[]): {
  name: RenewedName;
  /** What is built runs as it is. */
  isBuilt: boolean;
} {
  const [first, ...more] = given.filter((option) => option !== AS_BUILT);
  if (first === 'gateway') throw new NotUnderstood(WHY_NO_GATEWAY);
  const name = RENEWED.find((known) => known === first);
  if (name === undefined || more.length > 0)
    throw new NotUnderstood(
      `Usage: npm run roll -- <name> [${AS_BUILT}], where the names are ${RENEWED.join(', ')}.`,
    );
  return { name, isBuilt: given.includes(AS_BUILT) };
}

const WHY_NO_GATEWAY =
  'The gateway is the one that listens on PORT, so it can not be renewed while it listens: ctl.mjs restart gateway.';
