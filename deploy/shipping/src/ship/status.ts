import type { RemotePointer } from '../registry/pointers';
import type { Registry } from '../registry/registry';

const SHOWN = 5;
const INDENT = 14;

/** Lists live versions, canaries and earlier versions. */
export async function statusLines(registry: Registry): Promise<string[]> {
  const remotes = Object.entries(await registry.live());
  if (remotes.length === 0) return [`Nothing is live in ${registry.store.name}.`];
  return remotes.flatMap(([id, pointer]) => linesOf(id, pointer));
}

function linesOf(id: string, { version, manifest, canary, history }: RemotePointer): string[] {
  const trial = canary ? `; ${canary.percent}% get ${canary.version}` : '';
  const past = history.slice(0, SHOWN).map((stay) => {
    const since = stay.at.slice(0, 19).replace('T', ' ');
    const gone = stay.withdrawn ? ', gone back from' : '';
    return `${' '.repeat(INDENT)}${since}  ${stay.version}  ${stay.how}${gone}`;
  });
  return [`${id.padEnd(INDENT)}${version}  contract ${manifest.requires}${trial}`, ...past];
}
