import { Client } from 'pg';
import { errorMessage, StartupProblem } from '@tomekeeper/cli-kit';

/** A session of the administrator. @throws {StartupProblem} when there can be none */
export async function connectAsAdmin(adminUrl: string): Promise<Client> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { host, pathname } = new URL(adminUrl);
    throw new StartupProblem(
      `The database ${host}${pathname} can't be used (${errorMessage(error)}): check DATABASE_URL and that the server runs.`,
    );
  }
}
