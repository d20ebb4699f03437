import path from 'node:path';
import { readConfig } from '@tomekeeper/launcher';
import { progress, StartupProblem } from '@tomekeeper/cli-kit';
import { WORKSPACE, dataFolder } from '@tomekeeper/installation';
import { restoreBackup } from './restore-backup';
import { takeBackup } from './take-backup';

/** `npm run backup` and `npm run restore`. @returns the exit code */
export async function main(
  command: 'backup' | 'restore',
  args: readonly string[],
): Promise<number> {
  const [given, ...more] = args;
  if (given === undefined || more.length > 0 || given.startsWith('-')) {
    const what = command === 'backup' ? '<folder or new file>' : '<file>';
    console.error(`Usage: npm run ${command} -- ${what}   (settings as for npm start)`);
    return 2;
  }
  const here = process.env['INIT_CWD'] ?? process.cwd();
  try {
    await COMMANDS[command](path.resolve(here, given), here);
    return 0;
  } catch (error) {
    const isKnown = error instanceof StartupProblem || !(error instanceof Error);
    progress.failed(isKnown ? String((error as Error).message ?? error) : String(error.stack));
    return 1;
  }
}

const COMMANDS = { backup, restore };

async function backup(target: string, here: string): Promise<void> {
  const began = Date.now();
  const config = readConfig(process.env, { workspace: WORKSPACE, here });
  const folder = dataFolder(config.dataDir);
  const taken = await takeBackup(target, { config, folder, passphrase: passphrase() });
  progress.done(`${taken.file} (${megabytes(taken.bytes)}): ${inWords(taken)}`, began);
  if (taken.missing.length > 0)
    progress.note(
      `${taken.missing.length} documents have no file in the store any more, so none is in the backup: ${taken.missing.slice(0, 10).join(', ')}`,
    );
  if (config.REDIS_URL !== undefined)
    progress.note(
      'The queues are in your Redis, which this does not save: see deploy/docs/backup.md.',
    );
  if (passphrase() === undefined)
    progress.note(
      'The file contains all secrets of the installation, readable by anyone who has the file.',
    );
}

async function restore(file: string, here: string): Promise<void> {
  const began = Date.now();
  const config = readConfig(process.env, { workspace: WORKSPACE, here });
  const { manifest, contents } = await restoreBackup(
    { file, passphrase: passphrase() },
    { config, root: config.dataDir },
  );
  progress.done(
    `${config.dataDir} was restored to its state of ${manifest.madeAt}: ${inWords(contents)}`,
    began,
  );
  progress.note('Start it with npm start.');
}

/** An empty one is none. */
const passphrase = (): string | undefined => process.env['BACKUP_PASSPHRASE'] || undefined;

function inWords({ rows, objects }: { rows: Record<string, number>; objects: number }): string {
  const count = (table: string): number => rows[table] ?? 0;
  return `${count('identity.pool_user')} accounts, ${count('campaign.campaign')} campaigns, ${count('document.document')} documents, ${objects} files`;
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
