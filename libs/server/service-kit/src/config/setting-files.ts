import fs from 'node:fs';

const SUFFIX = '_FILE';

/** Settings as the environment gives them, and what could not be read. */
export type GivenSettings = {
  readonly given: NodeJS.ProcessEnv;
  readonly problems: readonly string[];
};

/**
 * Adds settings that are given as files: `DATABASE_URL_FILE=/run/secrets/url` stands for
 * `DATABASE_URL` with the file's content. Secrets in the environment itself show up in
 * `docker inspect`, in crash reports and in every child process.
 */
export function withFiles(names: readonly string[], environment: NodeJS.ProcessEnv): GivenSettings {
  // An empty variable means "not set": compose files and shells can't unset one.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const problems: string[] = [];
  for (const name of names) {
    const file = given[name + SUFFIX];
    if (given[name] !== undefined || file === undefined) continue;
    try {
      const content = fs.readFileSync(file, 'utf8').trim();
      if (content === '') problems.push(`${name + SUFFIX}: ${file} is empty`);
      else given[name] = content;
    } catch (error) {
      problems.push(`${name + SUFFIX}: ${String(error)}`);
    }
  }
  return { given, problems };
}
