// Prepares an installed tree for an image: removes files that Node never loads, and writes an SBOM.
//   node slim-tree.mjs <folder> <name of the image>
// Types, source maps and documentation are two thirds of an installation. Licenses are kept. The SBOM is
// <folder>/sbom.cdx.json in CycloneDX format, based on npm's record of the installation.
import fs from 'node:fs';
import path from 'node:path';

const [folder, name] = process.argv.slice(2);
if (folder === undefined || name === undefined) {
  process.stderr.write('Usage: node slim-tree.mjs <folder> <name of the image>\n');
  process.exit(64);
}

const modules = path.join(folder, 'node_modules');
const NEVER_LOADED = /\.(?:[cm]?ts|map|md|markdown|flow|tsbuildinfo)$/i;
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

const installed = JSON.parse(fs.readFileSync(path.join(modules, '.package-lock.json'), 'utf8'));
fs.writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill(), null, 1)}\n`);
for (const entry of fs.readdirSync(modules, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !NEVER_LOADED.test(entry.name) || LICENCE.test(entry.name)) continue;
  fs.rmSync(path.join(entry.parentPath, entry.name));
}

function bill() {
  const components = Object.entries(installed.packages)
    .filter(([, { link }]) => !link)
    .map(([place, found]) => component(place, found))
    .sort((one, other) => one['bom-ref'].localeCompare(other['bom-ref']));
  const { node } = process.versions;
  const purl = `pkg:generic/node@${node}`;
  components.push({ type: 'platform', 'bom-ref': purl, name: 'node', version: node, purl });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'container', name, 'bom-ref': name } },
    components: [...new Map(components.map((each) => [each['bom-ref'], each])).values()],
  };
}

/** One package, as npm installed it. */
function component(place, { version = '0.0.0', license, integrity, name: given }) {
  const fullName = given ?? nameOf(place);
  const scope = /^(@[^/]+)\//.exec(fullName)?.[1];
  const purl = `pkg:npm/${fullName.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope && { group: scope }),
    name: scope ? fullName.slice(scope.length + 1) : fullName,
    version,
    purl,
    ...(license && { licenses: [{ expression: license }] }),
    ...(integrity?.startsWith('sha512-') && { hashes: [sha512(integrity)] }),
  };
}

/** Packages say their own names by where they are, projects of the workspace in their manifests. */
function nameOf(place) {
  const at = place.lastIndexOf('node_modules/');
  if (at >= 0) return place.slice(at + 'node_modules/'.length);
  return JSON.parse(fs.readFileSync(path.join(folder, place, 'package.json'), 'utf8')).name;
}

function sha512(integrity) {
  const content = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
  return { alg: 'SHA-512', content };
}
