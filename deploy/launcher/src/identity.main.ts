import { randomBytes } from 'node:crypto';
import type { DataFolder, Secrets } from '@tomekeeper/installation';
import { writeJson } from '@tomekeeper/cli-kit';
import { inInstallation, runOperator } from './state/operator-process';
import { lockInstance } from './supervision/instance-lock';

const ROTATE_SEALING_KEY = 'rotate-sealing-key';

/** Identity's operator command line, with the settings of the instance in a data folder. */
inInstallation((context, args) =>
  args[0] === ROTATE_SEALING_KEY
    ? rotateSealingKey(context.folder, context.secrets)
    : runOperator('identity', context, args),
);

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
