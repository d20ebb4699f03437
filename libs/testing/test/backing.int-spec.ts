import { Client } from 'pg';
import { createDatabase, eventually, inbox, testEnvironment } from '../src';

it('creates a separate database for every spec and drops it afterwards', async () => {
  const [one, two] = await Promise.all([createDatabase('campaign'), createDatabase('campaign')]);
  const client = new Client({ connectionString: one.databaseUrl });
  await client.connect();
  await client.query('CREATE TABLE thing (id int)');
  await expect(client.query('CREATE TABLE public.thing (id int)')).rejects.toThrow(/denied/);
  await client.end();
  expect(one.databaseUrl).not.toBe(two.databaseUrl);
  await Promise.all([one.drop(), two.drop()]);
  await expect(new Client({ connectionString: one.databaseUrl }).connect()).rejects.toMatchObject({
    // The database does not exist, or the role may not connect.
    code: expect.stringMatching(/^(3D000|28)/),
  });
});

it('waits for later results', async () => {
  const start = Date.now();
  await expect(
    eventually(() => (Date.now() - start > 120 ? 'here' : undefined), { every: 10 }),
  ).resolves.toBe('here');
  await expect(eventually(() => undefined, { timeout: 50 })).rejects.toThrow(/nothing came/);
});

it('reads the inbox', async () => {
  expect(await inbox().to('nobody@example.org')).toEqual([]);
  expect(testEnvironment().TEST_SMTP_URL).toMatch(/^smtp:/);
});
