import { ORDINARY, ROOT, type Inhabitant } from './minimal-root';
import { SUPPORTED_NODES, type SupportedNode } from './supported-nodes';

/** A machine that is tried: which Node, and whether root or an ordinary user gives the commands. */
export type Machine = SupportedNode & { readonly who: Inhabitant; readonly withTests: boolean };

const chosen = (name: string): string[] | undefined =>
  process.env[name]?.split(',').map((each) => each.trim());

function known<T>(variable: string, all: ReadonlyMap<string, T>): T[] {
  const names = chosen(variable) ?? [...all.keys()];
  return names.map((name) => {
    const value = all.get(name);
    if (value === undefined)
      throw new Error(`${variable}: there is no '${name}'. Known: ${[...all.keys()].join(', ')}.`);
    return value;
  });
}

/** `npm start` with all that belongs to it, `npm test`, and what Nodes and npms that are too old are told. */
export const STEPS = known(
  'STEPS',
  new Map(['start', 'test', 'refuse'].map((each) => [each, each])),
);

/** What `NODES`, `USERS` and `STEPS` leave of all: `NODES=22 USERS=root STEPS=start`. */
export function machines(): Machine[] {
  const lines = new Map(SUPPORTED_NODES.map((each) => [each.node.split('.', 1)[0] ?? '', each]));
  const people = new Map([ROOT, ORDINARY].map((each) => [each === ROOT ? 'root' : 'user', each]));
  const users = known('USERS', people);
  // `npm test` takes minutes: without being asked for everywhere it runs once for each Node, by users in turn.
  const everywhere = chosen('STEPS') !== undefined;
  return known('NODES', lines).flatMap((node, index) =>
    users.map((who) => {
      const withTests = everywhere || who === users[index % users.length];
      return { ...node, who, withTests: STEPS.includes('test') && withTests };
    }),
  );
}
