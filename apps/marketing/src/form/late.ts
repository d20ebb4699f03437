import { NetworkError } from '@tomekeeper/remote-kit';
import type { Outcome } from './outcome';

/**
 * Calls something of a module that comes when it is first needed: parsing answers costs 25 kB that
 * nobody should pay for reading a page. A module that does not arrive is a network that failed.
 */
export async function late<Module>(
  load: () => Promise<Module>,
  call: (module: Module) => Promise<Outcome>,
  failure: string,
): Promise<Outcome> {
  let module: Module;
  try {
    module = await load();
  } catch {
    return { status: 'error', message: failure, reason: new NetworkError().message };
  }
  return call(module);
}
