import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeSecretFiles } from './secret-files';

describe('files of secrets', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'secret-files-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));
  const url = (name: string) => new URL(fs.readFileSync(path.join(folder, name), 'utf8').trim());

  it('point to the containers of the compose file', async () => {
    await writeSecretFiles(folder);
    expect(url('campaign-database-url').host).toBe('postgres:5432');
    expect(url('database-admin-url').username).toBe('postgres');
    expect(url('queue-url').host).toBe('queue:6379');
  });

  it('point to an external database and queue, with separate roles', async () => {
    const databaseAdminUrl =
      'postgres://root:pa%2Fss@db.example.org:5433/tomes?sslmode=verify-full';
    await writeSecretFiles(folder, {
      databaseAdminUrl,
      queueUrl: 'rediss://:word@queue.example.org',
    });
    expect(url('database-admin-url').href).toBe(databaseAdminUrl);
    expect(url('queue-url').href).toBe('rediss://:word@queue.example.org');
    const own = url('campaign-database-url');
    expect(own).toMatchObject({
      username: 'tk_tomes_campaign',
      host: 'db.example.org:5433',
      pathname: '/tomes',
    });
    expect(own.search).toBe('?sslmode=verify-full');
    expect(own.password).not.toBe('pa%2Fss');
    expect(own.password.length).toBeGreaterThan(20);
  });

  it('create an owner of the database if the URL names no administrator', async () => {
    const databaseAdminUrl = 'postgres://db.example.org/tomes';
    await writeSecretFiles(folder, { databaseAdminUrl });
    const owner = url('database-admin-url');
    expect(owner.username).toBe('tk_tomes_owner');
    expect(owner.password.length).toBeGreaterThan(20);
    expect(owner.password).not.toBe(url('campaign-database-url').password);
    await writeSecretFiles(folder, { databaseAdminUrl, rolePrefix: 'other' });
    await writeSecretFiles(folder, { databaseAdminUrl });
    expect(url('database-admin-url')).toMatchObject({
      username: 'other_owner',
      password: owner.password,
    });
  });

  it('have every URL ask for the given authorities, at the place where pods have them', async () => {
    await writeSecretFiles(folder, {
      databaseAdminUrl: 'postgres://db.example.org/tomes?sslmode=require',
      databaseCa: 'a bundle',
    });
    const query = '?sslmode=verify-full&sslrootcert=/run/secrets/database-ca.pem';
    for (const name of ['database-admin-url', 'campaign-database-url'])
      expect(url(name).search).toBe(query);
    expect(fs.readFileSync(path.join(folder, 'database-ca.pem'), 'utf8')).toBe('a bundle\n');
  });

  it('keep existing role names until another prefix is set', async () => {
    await writeSecretFiles(folder);
    const databaseAdminUrl = 'postgres://root@db.example.org/tomes';
    await writeSecretFiles(folder, { databaseAdminUrl });
    expect(url('campaign-database-url')).toMatchObject({
      username: 'tk_campaign',
      pathname: '/tomes',
    });
    const { password } = url('campaign-database-url');
    await writeSecretFiles(folder, { databaseAdminUrl, rolePrefix: 'other' });
    await writeSecretFiles(folder, { databaseAdminUrl });
    expect(url('campaign-database-url')).toMatchObject({ username: 'other_campaign', password });
  });

  it('are not made for an address without a database', async () => {
    const databaseAdminUrl = 'postgres://root@db.example.org';
    await expect(writeSecretFiles(folder, { databaseAdminUrl })).rejects.toThrow(
      /DATABASE_ADMIN_URL must name a database/,
    );
  });
});
