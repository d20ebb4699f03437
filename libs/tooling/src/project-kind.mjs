import fs from 'node:fs';
import path from 'node:path';

/**
 * Kind of build output of a project, by its Nx tags: a browser bundle or a CommonJS folder.
 * @param {string} project folder
 * @returns {'shell' | 'remote' | 'node'}
 */
export function projectKind(project) {
  const { nx } = JSON.parse(fs.readFileSync(path.join(project, 'package.json'), 'utf8'));
  if (nx.tags.includes('type:shell')) return 'shell';
  return nx.tags.includes('type:remote') ? 'remote' : 'node';
}
