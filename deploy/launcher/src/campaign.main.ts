import { StartupProblem } from '@tomekeeper/cli-kit';
import { processesOf, type ProductContext } from './product/services';
import { readInstallation } from './state/installation';
import { openDatabase } from './state/open-database';
import { runOperator } from './state/operator-process';

const ANSWER_MS = 5000;

/** Exports and imports of campaigns for operators, in a running product. */
async function main(args: readonly string[]): Promise<number> {
  const context = await readInstallation();
  await requireCampaignService(context);
  const database = await openDatabase(context.config, context.folder, 'this command');
  try {
    return await runOperator('document', { context, serverUrl: database.url }, args);
  } finally {
    await database.close();
  }
}

/** Permissions are queried from the campaign service. @throws {StartupProblem} */
async function requireCampaignService({ config, ports }: ProductContext): Promise<void> {
  for (const process of processesOf('campaign', config)) {
    const url = `http://127.0.0.1:${ports[process]}/health/live`;
    const signal = AbortSignal.timeout(ANSWER_MS);
    if (
      await fetch(url, { signal }).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  }
  throw new StartupProblem('The product is not running. Start it with npm start, then try again.');
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof StartupProblem ? error.message : error);
    process.exitCode = 1;
  },
);
