import { readFileSync } from 'node:fs';
import path from 'node:path';
// eslint-disable-next-line workspace/boundaries -- compiles what it changes as jest compiles the rest
import { compiled } from '@tomekeeper/tooling/jest/compiled.cjs';
import type * as DocumentAppModule from '../document-app';
import type { DocumentApp } from '../document-app';
import { MUTANTS, type Mutant } from './mutants';

const SOURCES = path.resolve(__dirname, '../../src');

/** The service with every mutation built in and none of them on. */
export interface BrokenService {
  service: DocumentApp;
  /** Turns one mutation on, and the one before it off. */
  breakBy(mutant: Mutant | undefined): void;
}

/** Builds the service from changed sources: each change is a way in which its scope could be lost. */
export async function startBrokenService(): Promise<BrokenService> {
  let on: Mutant | undefined;
  Object.assign(globalThis, { isOn: (name: string) => on?.name === name });
  let service: DocumentApp | undefined;
  await jest.isolateModulesAsync(async () => {
    for (const file of new Set(MUTANTS.map((mutant) => mutant.file)))
      jest.doMock(path.join(SOURCES, file), () => load(file));
    const { startDocumentApp } = jest.requireActual<typeof DocumentAppModule>('../document-app');
    service = await startDocumentApp();
  });
  if (!service) throw new Error('The service was not started.');
  return { service, breakBy: (mutant) => void (on = mutant) };
}

function load(file: string): unknown {
  const filename = path.join(SOURCES, `${file}.ts`);
  const source = mutated(
    readFileSync(filename, 'utf8'),
    MUTANTS.filter((mutant) => mutant.file === file),
  );
  const module = { exports: {} };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a module as node would wrap it
  const run = new Function('exports', 'require', 'module', compiled(source, filename));
  run(module.exports, (name: string) => required(name, path.dirname(filename)), module);
  return module.exports;
}

/** Right and wrong ways stand side by side, so that one build serves for all mutations. */
function mutated(source: string, mutants: readonly Mutant[]): string {
  const exchanges = new Map(mutants.flatMap(({ also = [] }) => also));
  for (const place of new Set(mutants.map(placeOf))) {
    const here = mutants.filter((mutant) => placeOf(mutant) === place);
    const { after = '', find } = here[0]!;
    const either = here.reduce(
      (otherwise, { name, instead }) =>
        `(isOn(${JSON.stringify(name)}) ? (${instead}) : ${otherwise})`,
      `(${find})`,
    );
    exchanges.set(place, after + either);
  }
  return [...exchanges].reduce((text, [old, fresh]) => {
    const [before, behind, more] = text.split(old);
    if (before === undefined || behind === undefined || more !== undefined)
      throw new Error(`There must be exactly one place that reads: ${old}`);
    return before + fresh + behind;
  }, source);
}

const placeOf = ({ after = '', find }: Mutant): string => after + find;

/** jest's own: what it loads sees the other changed files. */
const required = (name: string, folder: string): unknown =>
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- compiled modules ask for theirs this way
  require(name.startsWith('.') ? path.resolve(folder, name) : name);
