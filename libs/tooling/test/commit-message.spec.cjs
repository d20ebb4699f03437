const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const HOOK = path.resolve(__dirname, '../../../.githooks/commit-msg');

describe('the hook that checks commit messages', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'commit-message-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  function judge(message) {
    const file = path.join(folder, 'message');
    fs.writeFileSync(file, message);
    return spawnSync(process.execPath, [HOOK, file], { encoding: 'utf8' });
  }

  it.each([
    'feat(campaign): a campaign has a banner\n\nWhy.\n',
    'fix!: tokens of earlier keys are refused',
    '# a comment of git\nchore(tooling): é is one character',
    `docs: ${'x'.repeat(94)}`,
    "Merge branch 'main'",
    'Revert "feat: something."',
    'fixup! feat: something',
  ])('takes %j', (message) => {
    expect(judge(message)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['', 'begin with type'],
    ['a banner for campaigns', 'begin with type'],
    ['feature(campaign): a banner', 'begin with type'],
    ['Feat(campaign): a banner', 'begin with type'],
    ['feat(campaign):a banner', 'begin with type'],
    ['feat(campaign): a banner.', 'full stop'],
    [`feat: ${'x'.repeat(95)}`, 'it has 101'],
  ])('refuses %j', (message, reason) => {
    const { status, stderr } = judge(message);
    expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });
});
