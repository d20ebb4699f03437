import { X509Certificate } from 'node:crypto';
import fs from 'node:fs/promises';
import { errorMessage, StartupProblem } from '@tomekeeper/cli-kit';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Certificates of authorities in PEM. @throws {StartupProblem} where a file has none, or broken ones */
export async function readCertificateBundle(file: string): Promise<string> {
  const problem = (why: string) =>
    new StartupProblem(`DATABASE_CA_FILE names ${file}, which can't be used: ${why}.`);
  const text = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    throw problem(errorMessage(error));
  });
  const certificates = text.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) throw problem('it holds no certificate in PEM');
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate);
    } catch (error) {
      throw problem(`certificate ${index + 1} is broken (${errorMessage(error)})`);
    }
  }
  return certificates.join('\n');
}
