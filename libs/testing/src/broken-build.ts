import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** A way in which something could become known that must not. */
export interface Mutant {
  name: string;
  /** Topic of the questions that reveal the fault, see `Question`; or hints, which are sent during actions. */
  shownBy: string;
  /** Below the sources, without its ending. */
  file: string;
  /** Text before the expression, needed if the expression alone is ambiguous. */
  after?: string;
  /** An expression and its replacement. */
  find: string;
  instead: string;
  /** Text that is exchanged in every mutant; it changes no behaviour. */
  also?: [find: string, instead: string][];
}

/** A service with every mutation built in and none of them on. */
export interface BrokenBuild<Service> {
  service: Service;
  /** Turns one mutation on, and the one before it off. */
  breakBy(mutant: Mutant | undefined): void;
}

/**
 * Builds a service from modified sources: each modification is a possible information leak.
 * @param sources the folder of its sources
 * @param start starts it, from modules that are loaded there and not before
 */
export async function startBrokenBuild<Service>(
  sources: string,
  mutants: readonly Mutant[],
  start: () => Promise<Service>,
): Promise<BrokenBuild<Service>> {
  const compiled = await loadCompiler();
  let on: Mutant | undefined;
  Object.assign(globalThis, { isOn: (name: string) => on?.name === name });
  let service: { started: Service } | undefined;
  await jest.isolateModulesAsync(async () => {
    for (const file of new Set(mutants.map((mutant) => mutant.file)))
      jest.doMock(path.join(sources, file), () => load(file));
    service = { started: await start() };
  });
  if (!service) throw new Error('The service was not started.');
  return { service: service.started, breakBy: (mutant) => void (on = mutant) };

  function load(file: string): unknown {
    const filename = path.join(sources, `${file}.ts`);
    const source = mutated(
      readFileSync(filename, 'utf8'),
      mutants.filter((mutant) => mutant.file === file),
    );
    const module = { exports: {} };
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a module as node would wrap it
    const run = new Function('exports', 'require', 'module', compiled(source, filename));
    // jest's own module, so its imports resolve to the other modified files.
    run(module.exports, createRequire(filename), module);
    return module.exports;
  }
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

/** Errors of mutants whose code is not exactly once in its file, or does not compile; one mutant stops the whole build. */
export async function invalidMutants(
  sources: string,
  mutants: readonly Mutant[],
): Promise<string[]> {
  const compiled = await loadCompiler();
  return mutants.flatMap((mutant) => {
    const filename = path.join(sources, `${mutant.file}.ts`);
    try {
      compiled(mutated(readFileSync(filename, 'utf8'), [mutant]), filename);
      return [];
    } catch (error) {
      return [`${mutant.name}: ${String(error)}`];
    }
  });
}

/** Compiles modified files as jest compiles the rest; loaded lazily because few tests need it. */
async function loadCompiler() {
  // eslint-disable-next-line workspace/boundaries -- only these tests load the compiler
  return (await import('@tomekeeper/tooling/jest/compiled.cjs')).compiled;
}

const placeOf = ({ after = '', find }: Mutant): string => after + find;
