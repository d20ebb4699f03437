const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../../..');
const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** Folders with their owner, by .github/CODEOWNERS. */
const owned = new Map(
  read('.github/CODEOWNERS')
    .split('\n')
    .map((line) => /^\/(\S+)\/\s+@tomekeeper\/(\S+)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, folder, team]) => [folder, team]),
);
const TEAMS = new Set(owned.values());
const DECISION = /\b0\d{3}\b/g;
/** Rows of the table in contributing.md: team, folders, decisions. */
const rows = read('deploy/docs/contributing.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, team, , , decisions]) => team && decisions !== undefined)
  .map(([, team, apps, libraries, decisions]) => ({
    team: team.replace(' ', '-'),
    folders: [
      ...`${apps} ${libraries}`.matchAll(/`((?:apps|services|libs|contracts|deploy)\b[^`]*)`/g),
    ].flatMap(([, folder]) => spelled(folder)),
    decisions: decisions.match(DECISION) ?? [],
  }))
  .filter(({ team, folders }) => folders.length > 0 && TEAMS.has(team));

/** `contracts/{a,b}` is two folders of `libs`. */
function spelled(folder) {
  const [, before = '', list] = /^(.*)\{(.*)\}$/.exec(folder) ?? [];
  const all = list === undefined ? [folder] : list.split(',').map((name) => before + name);
  return all.map((each) => each.replace(/^contracts\//, 'libs/contracts/'));
}

const tracked = spawnSync('git', ['ls-files', '*package.json'], { cwd: ROOT, encoding: 'utf8' });

describe('owners', () => {
  it('name folders that exist', () => {
    const missing = [...owned.keys()].filter((folder) => !fs.existsSync(path.join(ROOT, folder)));
    expect(missing).toEqual([]);
  });

  // Without Git's list (an archive of the sources) there is nothing to compare with.
  (tracked.status === 0 ? it : it.skip)('are named for every project', () => {
    const projects = tracked.stdout
      .split('\n')
      .map((file) => path.dirname(file))
      .filter((folder) => /^(apps|services|libs|deploy)\//.test(folder));
    const unowned = projects.filter(
      (folder) => ![...owned.keys()].some((known) => `${folder}/`.startsWith(`${known}/`)),
    );
    expect(unowned).toEqual([]);
  });

  it('are those of contributing.md', () => {
    const said = rows.flatMap(({ team, folders }) => folders.map((folder) => [folder, team]));
    expect(said.sort()).toEqual([...owned].sort());
  });

  it('have every decision, each once', () => {
    const files = fs.readdirSync(path.join(ROOT, 'deploy/docs/adr'));
    const decisions = files.filter((file) => /^\d{4}-/.test(file)).map((file) => file.slice(0, 4));
    const shared = ['0009', '0022', '0091'];
    const said = rows.flatMap(({ decisions: of }) => of);
    expect([...new Set(said)].sort()).toEqual(decisions.sort());
    expect(said.filter((each, at) => said.indexOf(each) !== at)).toEqual(shared);
  });
});
