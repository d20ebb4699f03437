import { RENEWED, SEARCH_MODEL, serviceOf } from '@tomekeeper/installation';
import { StartupProblem } from '@tomekeeper/cli-kit';
import type { Product } from '../product/product';
import type { Supervisor } from '../supervision/supervisor';
import { roll } from './roll';

/** Rolling restart of a service with its current build, followed by its worker. */
export async function renewService(
  given: string,
  {
    product,
    supervisor,
    adminUrl,
    tell,
  }: {
    product: Pick<Product, 'groups' | 'migrate'>;
    supervisor: Supervisor;
    adminUrl: string;
    tell: (step: string) => void;
  },
): Promise<void> {
  const name = RENEWED.find((known) => known === given);
  if (name === undefined) throw new StartupProblem(`There is no service '${given}'.`);
  const groups = product.groups(name);
  if (groups.length === 0)
    throw new StartupProblem(
      name === SEARCH_MODEL
        ? 'There is no search-model process: EMBEDDINGS_URL is an external service or off.'
        : `The ${name} runs inside its service: npm run roll -- ${serviceOf(name)}.`,
    );
  // Running processes work with the migrated schema: migrations only add (deploy/docs/contributing.md).
  if (name !== SEARCH_MODEL) await product.migrate(adminUrl, [serviceOf(name)]);
  for (const group of groups) await roll(group, supervisor, tell);
}
