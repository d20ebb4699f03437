// Templates: files whose names and texts hold placeholders for the new part's name.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const TEMPLATES = fileURLToPath(new URL('templates', import.meta.url));
const SUFFIX = '.tmpl';

/**
 * The files of a new part, by their path in the workspace.
 * @param {string} root of the workspace
 * @param {'remote' | 'feature' | 'service' | 'contract'} kind
 * @param {string} name
 * @param {string} into folder, relative
 * @returns {Map<string, string>}
 */
export function filled(root, kind, name, into) {
  const folder = path.join(TEMPLATES, kind);
  const files = new Map();
  for (const file of fs.readdirSync(folder, { recursive: true }).map(String).sort()) {
    if (!file.endsWith(SUFFIX)) continue;
    const target = named(file.slice(0, -SUFFIX.length), name);
    const text = named(fs.readFileSync(path.join(folder, file), 'utf8'), name);
    files.set(
      path.posix.join(into, target.split(path.sep).join('/')),
      target === 'package.json' ? withVersions(root, text, name) : text,
    );
  }
  return files;
}

/** @param {string} text @param {string} name */
function named(text, name) {
  const words = name.split('-');
  const pascal = words.map(capital).join('');
  const forms = {
    __name__: name,
    __Name__: pascal,
    __camel__: words[0] + words.slice(1).map(capital).join(''),
    __NAME__: words.join('_').toUpperCase(),
    __words__: words.join(' '),
    __Title__: capital(words.join(' ')),
  };
  return text.replace(/__(?:name|Name|camel|NAME|words|Title)__/g, (form) => forms[form]);
}

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** Dependency versions are taken from the workspace, so templates do not become outdated. */
function withVersions(root, text, name) {
  const manifest = JSON.parse(text);
  const known = versionsIn(root);
  for (const group of ['dependencies', 'devDependencies'])
    for (const dependency of Object.keys(manifest[group] ?? {})) {
      const own = dependency === `@tomekeeper/contracts-${name}` ? manifest.version : undefined;
      const version = own ?? known.get(dependency);
      if (!version) throw new Error(`No project of the workspace depends on ${dependency}.`);
      manifest[group][dependency] = version;
    }
  return JSON.stringify(manifest, null, 2) + '\n';
}

/** @returns {Map<string, string>} */
function versionsIn(root) {
  const versions = new Map();
  for (const parent of ['apps', 'services', 'libs/contracts'])
    for (const project of fs.readdirSync(path.join(root, parent))) {
      const file = path.join(root, parent, project, 'package.json');
      if (!fs.existsSync(file)) continue;
      const { dependencies, devDependencies } = JSON.parse(fs.readFileSync(file, 'utf8'));
      for (const each of Object.entries({ ...devDependencies, ...dependencies }))
        versions.set(...each);
    }
  return versions;
}
