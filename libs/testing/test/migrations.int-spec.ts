import { migrate, type MigrationClass } from '@tomekeeper/persistence';
import { Client } from 'pg';
import { createDatabase, startSwitchableLink } from '../src';

describe('migrating', () => {
  it('waits for a database that is not there yet', async () => {
    const database = await createDatabase('campaign');
    const link = await startSwitchableLink(database.databaseUrl);
    link.cut();
    const reasons: string[] = [];
    const migrating = migrate({ databaseUrl: link.url, entities: [], migrations: [] }, (reason) => {
      reasons.push(reason);
      link.mend();
    });
    expect(await migrating).toEqual(['MessagingTables1700000000000']);
    expect(reasons).toEqual([expect.stringMatching(/terminated|ECONN/)]);
    await link.stop();
    await database.drop();
  });

  it('fails immediately on errors that do not resolve over time', async () => {
    const database = await createDatabase('campaign');
    const databaseUrl = Object.assign(new URL(database.databaseUrl), { password: 'wrong' }).href;
    const began = migrate({ databaseUrl, entities: [], migrations: [] });
    await expect(began).rejects.toThrow(/password|no role/i);
    await database.drop();
  });

  it('takes no tables of an earlier development version, and leaves those of a later one', async () => {
    const database = await createDatabase('campaign');
    const options = { ...database, entities: [], migrations: [CreateGames1750000000000] };
    const client = new Client({ connectionString: database.databaseUrl });
    await client.connect();
    const pretend = (timestamp: number, name: string) =>
      client.query('INSERT INTO migrations ("timestamp", name) VALUES ($1, $2)', [timestamp, name]);
    expect(await migrate(options)).toHaveLength(2);
    await pretend(1800000000000, 'AddDice1800000000000');
    expect(await migrate(options)).toEqual([]);
    await pretend(1710000000000, 'CreateDice1710000000000');
    await expect(migrate(options)).rejects.toThrow(
      /from an earlier development version, with the migration CreateDice1710000000000: delete/,
    );
    await client.end();
    await database.drop();
  });
});

type Migration = InstanceType<MigrationClass>;

class CreateGames1750000000000 implements Migration {
  up: Migration['up'] = async (runner) => {
    await runner.query('CREATE TABLE game (id uuid PRIMARY KEY)');
  };
  down: Migration['down'] = async (runner) => {
    await runner.query('DROP TABLE game');
  };
}
