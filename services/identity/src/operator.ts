import 'reflect-metadata';
import { createApp, createLog } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { config } from './config';
import { OperatorProblem } from './operators/operator-accounts';
import { OperatorCommands } from './operators/operator-commands';

/**
 * Command line for operators. Works directly on the database with the service's settings and opens no port, so that its
 * commands are unreachable over the network.
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
