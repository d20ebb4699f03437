import { RENEWED, type RenewedName } from '@tomekeeper/installation';
import { StartupProblem } from '@tomekeeper/cli-kit';

export class NotUnderstood extends StartupProblem {}

const AS_BUILT = '--as-built';

/** Parses the arguments of `npm run roll --`. @throws NotUnderstood */
export function readRollArguments(given: readonly string[]): {
  name: RenewedName;
  /** True if the existing build is used without building again. */
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
  "The gateway listens on PORT itself and can't be replaced without downtime: run ctl.mjs restart gateway.";
