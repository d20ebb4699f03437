import { StartupProblem } from '@tomekeeper/cli-kit';
import { processesOf, type ProductContext } from './product/services';
import { inInstallation, runOperator } from './state/operator-process';

const ANSWER_MS = 5000;

/** Exports and imports of campaigns for operators, in a running product. */
inInstallation(async (context, args) => {
  await requireCampaignService(context);
  return runOperator('document', context, args);
});

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
