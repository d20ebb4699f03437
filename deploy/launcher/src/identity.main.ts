import { randomBytes } from 'node:crypto';
import type { DataFolder, Secrets } from '@tomekeeper/installation';
import { writeJson, StartupProblem } from '@tomekeeper/cli-kit';
import { openDatabase } from './state/open-database';
import { readInstallation } from './state/installation';
import { runOperator } from './state/operator-process';
import { lockInstance } from './supervision/instance-lock';

const ROTATE_SEALING_KEY = 'rotate-sealing-key';

/** Identity's operator command line, with the settings of the instance in a data folder. */
async function main(args: readonly string[]): Promise<number> {
  const context = await readInstallation();
  if (args[0] === ROTATE_SEALING_KEY) return rotateSealingKey(context.folder, context.secrets);
  // Started temporarily if the product is not running.
  const database = await openDatabase(context.config, context.folder, 'this command');
  try {
    return await runOperator('identity', { context, serverUrl: database.url }, args);
  } finally {
    await database.close();
  }
}

/** Adds a key that encrypts from the next start on. The running product only knows the old keys. */
async function rotateSealingKey(folder: DataFolder, secrets: Secrets): Promise<number> {
  const release = await lockInstance(folder.run, 'this command');
  try {
    const [newest = '0'] = secrets.poolKeys.split(':', 1);
    const key = `${Number(newest) + 1}:${randomBytes(32).toString('base64')}`;
    await writeJson(folder.secrets, { ...secrets, poolKeys: `${key},${secrets.poolKeys}` }, 0o600);
  } finally {
    await release();
  }
  console.log(
    'There is a new sealing key. Start the product, then run: npm run identity -- reseal',
  );
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof StartupProblem ? error.message : error);
    process.exitCode = 1;
  },
);
