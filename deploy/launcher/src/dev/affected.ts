import type { Project } from '@tomekeeper/installation';

/** Returns the project and its transitive dependents. */
export function affectedBy(changed: Project, all: readonly Project[]): Project[] {
  const affected = new Set([changed.name]);
  for (let grown = true; grown;) {
    grown = false;
    for (const project of all) {
      if (affected.has(project.name)) continue;
      if (!project.dependencies.some((dependency) => affected.has(dependency))) continue;
      affected.add(project.name);
      grown = true;
    }
  }
  return all.filter((project) => affected.has(project.name));
}
