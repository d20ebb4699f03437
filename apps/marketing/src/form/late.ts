import { NetworkError, type Outcome } from '@tomekeeper/remote-kit';

/**
 * Calls something of a module that comes when it is first needed: parsing answers costs 25 kB that
 * nobody should pay for reading a page. A module that does not arrive is a network that failed.
 */
export async function late<Module, Result extends Outcome<string>>(
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
