import fs from 'node:fs';
import path from 'node:path';

/**
 * What a project builds to, from its Nx tags: a bundle for the browser or a folder of CommonJS.
 * @param {string} project folder
 * @returns {'shell' | 'remote' | 'node'}
 */
export function projectKind(project) {
  const { nx } = JSON.parse(fs.readFileSync(path.join(project, 'package.json'), 'utf8'));
  if (nx.tags.includes('type:shell')) return 'shell';
  return nx.tags.includes('type:remote') ? 'remote' : 'node';
}
