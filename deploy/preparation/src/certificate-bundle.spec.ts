import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { readCertificateBundle } from './certificate-bundle';

describe('a bundle of certificates', () => {
  let file: string;
  beforeEach(() => {
    file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'bundle-')), 'bundle.pem');
  });
  afterEach(() => fs.rmSync(path.dirname(file), { recursive: true }));

  it('ignores text between certificates', async () => {
    const [one = '', two = ''] = rootCertificates;
    fs.writeFileSync(file, `# One\n${one}\n\n# Two\n${two}\n`);
    expect(await readCertificateBundle(file)).toBe(`${one}\n${two}`);
  });

  it.each([
    ['none', 'nothing', /DATABASE_CA_FILE names .*bundle.pem.*holds no certificate in PEM/],
    [
      'a broken one',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      /certificate 1 is broken/,
    ],
  ])('is refused with %s', async (_, content, said) => {
    fs.writeFileSync(file, content);
    await expect(readCertificateBundle(file)).rejects.toThrow(said);
  });

  it('is refused where it is not there', async () => {
    await expect(readCertificateBundle(file)).rejects.toThrow(/can't be used: ENOENT/);
  });
});
