import fs from 'node:fs/promises';
import path from 'node:path';

/** `<service> <message>` of every line that the processes of a product wrote about one click. */
export async function logLines(dataDir: string, correlation: string): Promise<string[]> {
  const folder = path.join(dataDir, 'logs');
  const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.log'));
  const texts = await Promise.all(
    files.map((name) => fs.readFile(path.join(folder, name), 'utf8')),
  );
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.includes(`"correlation_id":"${correlation}"`))
    .map((line) => {
      const { service, msg } = JSON.parse(line) as { service: string; msg: string };
      return `${service} ${msg}`;
    });
}
