import { migrate } from '@tomekeeper/persistence';
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

  it('says at once what waiting does not mend', async () => {
    const database = await createDatabase('campaign');
    const databaseUrl = Object.assign(new URL(database.databaseUrl), { password: 'wrong' }).href;
    const began = migrate({ databaseUrl, entities: [], migrations: [] });
    await expect(began).rejects.toThrow(/password|no role/i);
    await database.drop();
  });
});
