import 'reflect-metadata';
import { UpstreamUnavailable } from '@tomekeeper/internal-http';
import { createApp, createLog, DomainError } from '@tomekeeper/service-kit';
import { AppModule } from './app.module';
import { config } from './config';
import { OperatorCommands } from './operators/operator-commands';
import { OperatorProblem } from './operators/operator-problem';

/** Command line for operators, with the service's settings. Opens no port; the campaign service must run. */
async function main(): Promise<void> {
  const settings = { ...config(), HOST_WORKER: false };
  const log = createLog('document-operator', 'error');
  const app = await createApp({ module: AppModule.forRoot(settings, log), log });
  await app.init();
  try {
    const print = (line: string) => process.stdout.write(`${line}\n`);
    await app.get(OperatorCommands, { strict: false }).run(process.argv.slice(2), print);
  } catch (error) {
    process.stderr.write(`${wordsOf(error)}\n`);
    process.exitCode = 1;
  } finally {
    await app.close();
  }
}

/** @throws the error of a bug */
function wordsOf(error: unknown): string {
  if (error instanceof UpstreamUnavailable)
    return 'Another service does not answer. Start the product, then try again.';
  if (error instanceof OperatorProblem || error instanceof DomainError) return error.message;
  throw error;
}

void main();
