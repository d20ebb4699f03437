import fs from 'node:fs/promises';
import path from 'node:path';
import { errorCode, StartupProblem } from '@tomekeeper/cli-kit';

/** Where things are below the data folder. */
export function dataFolder(root: string) {
  const at = (...names: string[]): string => path.join(root, ...names);
  return {
    root,
    logs: at('logs'),
    run: at('run'),
    postgres: at('postgres'),
    objects: at('objects'),
    mail: at('mail'),
    remotes: at('remotes'),
    pointers: at('remotes', 'live.json'),
    secrets: at('secrets.json'),
    ports: at('ports.json'),
  };
}
export type DataFolder = ReturnType<typeof dataFolder>;

/** Makes the folders; a folder that can't be written is reported in one sentence. */
export async function createDataFolder(root: string): Promise<DataFolder> {
  const folder = dataFolder(root);
  try {
    await fs.mkdir(root, { recursive: true });
    // PostgreSQL runs as another user when we are root, and must be able to pass through.
    await fs.chmod(root, process.getuid?.() === 0 ? 0o711 : 0o700);
    // Mails hold codes, objects are private documents: no other user of the machine may read them.
    for (const name of [folder.logs, folder.run, folder.remotes, folder.mail, folder.objects]) {
      await fs.mkdir(name, { recursive: true });
      await fs.chmod(name, 0o700);
    }
    const probe = path.join(folder.run, `.probe.${process.pid}`);
    await fs.writeFile(probe, '');
    await fs.rm(probe);
  } catch (error) {
    throw new StartupProblem(
      `The data folder ${root} can't be written (${errorCode(error) ?? String(error)}): give this user the right to, or choose another with DATA_DIR=<folder>.`,
    );
  }
  return folder;
}
