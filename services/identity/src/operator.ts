import 'reflect-metadata';
import { createApp, createLog } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { config } from './config';
import { OperatorProblem } from './operators/operator-accounts';
import { OperatorCommands } from './operators/operator-commands';

/**
 * The operators' command line. It works on the database with the service's own settings and serves
 * nothing: none of this can be reached over the network.
 */
async function main(): Promise<void> {
  const settings = { ...config(), HOST_WORKER: false };
  const log = createLog('identity-operator', 'error');
  const app = await createApp({ module: AppModule.forRoot(settings, log), log });
  await app.init();
  try {
    const lines = await app.get(OperatorCommands, { strict: false }).run(process.argv.slice(2));
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    if (!(error instanceof OperatorProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } finally {
    await app.close();
  }
}

void main();
