import fs from 'node:fs';
import path from 'node:path';

/** As many files as make a publication take a while, and few enough that each of them can be its last. */
const CHUNKS = 6;

/** Writes a build of the campaigns remote that is another than every other. @returns its folder */
export function makeBuild(root: string, name: string): string {
  const folder = path.join(root, name);
  fs.mkdirSync(path.join(folder, 'chunks'), { recursive: true });
  const manifest = {
    id: 'campaigns',
    container: 'c',
    requires: '^1.0',
    routes: [],
    entry: 'entry.js',
  };
  fs.writeFileSync(path.join(folder, 'remote.json'), JSON.stringify(manifest));
  fs.writeFileSync(path.join(folder, 'entry.js'), `/* ${name} */`);
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    fs.writeFileSync(path.join(folder, 'chunks', `${chunk}.js`), `/* ${name} */`.repeat(10_000));
  }
  return folder;
}
