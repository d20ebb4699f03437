import { NetworkError, type Outcome } from '@tomekeeper/remote-kit';

/**
 * Calls a function of a module that is loaded when it is first needed: parsing answers costs 25 kB, too much for reading
 * a page. A module that does not arrive counts as a network failure.
 */
export async function withLazyModule<Module, Result extends Outcome<string>>(
  load: () => Promise<Module>,
  call: (module: Module) => Promise<Result>,
  failure: string,
): Promise<Result | Outcome> {
  let module: Module;
  try {
    module = await load();
  } catch {
    return { message: failure, reason: new NetworkError().message };
  }
  return call(module);
}
