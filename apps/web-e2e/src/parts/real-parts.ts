import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { eventually, freePort } from '@tomekeeper/testing';
import { newFolder, plainUser, startProgram, type RunningProgram } from './real-program';

/** A part that runs, and the product's settings for it. */
export interface RealPart {
  settings: Record<string, string>;
  stop(): Promise<void>;
}

/** Waits until a port accepts connections. */
async function listening(port: number, program: RunningProgram): Promise<void> {
  await eventually(async () => {
    if (program.hasEnded()) throw new Error(`It ended: ${program.output()}`);
    return new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
    });
  });
}

const removing = (folder: string) => fs.rmSync(folder, { recursive: true, force: true });

/** @param bin folder with `initdb`, `postgres` and `psql` or not @returns also the URL of a new database each time */
export async function startPostgresServer(
  bin: string,
): Promise<{ database(name: string): string; stop(): Promise<void> }> {
  const folder = newFolder();
  const user = plainUser();
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  const password = randomBytes(12).toString('hex');
  fs.mkdirSync(data, { mode: 0o700 });
  fs.writeFileSync(passwordFile, password);
  if (user) fs.chownSync(data, user.uid, user.gid);
  execFileSync(
    path.join(bin, 'initdb'),
    [
      ...['--pgdata', data, '--username=operator', `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    ],
    { stdio: 'pipe', cwd: '/', ...user },
  );
  const port = await freePort();
  const flags = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
  const more = { max_connections: 300 };
  const server = startProgram(
    path.join(bin, 'postgres'),
    ['-D', data, ...Object.entries({ ...flags, ...more }).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    { cwd: '/', user },
  );
  await listening(port, server);
  return {
    database: (name) => `postgres://operator:${password}@127.0.0.1:${port}/${name}`,
    async stop() {
      await server.stop('SIGINT');
      removing(folder);
    },
  };
}

/** Redis or Valkey as the README asks for it. */
export async function startQueueServer(program: string): Promise<RealPart> {
  const folder = newFolder();
  const [port, password] = [await freePort(), randomBytes(12).toString('hex')];
  const server = startProgram(
    program,
    [
      ...['--port', String(port), '--bind', '127.0.0.1', '--requirepass', password],
      ...['--dir', folder, '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
    ],
    { cwd: folder },
  );
  await listening(port, server);
  return {
    settings: { REDIS_URL: `redis://:${password}@127.0.0.1:${port}` },
    async stop() {
      await server.stop();
      removing(folder);
    },
  };
}

export interface MailServer extends RealPart {
  /** Delivered mails as stored in the mailbox. */
  mails(): string[];
  /** Log of the server. */
  log(): string;
}

const MASTER = `
pickup    unix  n - n 60    1 pickup
cleanup   unix  n - n -     0 cleanup
qmgr      unix  n - n 300   1 qmgr
tlsmgr    unix  - - n 1000? 1 tlsmgr
rewrite   unix  - - n -     - trivial-rewrite
bounce    unix  - - n -     0 bounce
defer     unix  - - n -     0 bounce
trace     unix  - - n -     0 bounce
verify    unix  - - n -     1 verify
flush     unix  n - n 1000? 0 flush
proxymap  unix  - - n -     - proxymap
smtp      unix  - - n -     - smtp
error     unix  - - n -     - error
retry     unix  - - n -     - error
discard   unix  - - n -     - discard
virtual   unix  - n n -     - virtual
anvil     unix  - - n -     1 anvil
scache    unix  - - n -     1 scache
postlog   unix-dgram n - n - 1 postlogd
`;

/** Postfix that takes mails over TLS alone and lays all of them into one mailbox. */
export async function startPostfix(postfix: string): Promise<MailServer> {
  const folder = newFolder();
  const port = await freePort();
  const at = (...names: string[]) => path.join(folder, ...names);
  for (const name of ['etc', 'queue', 'data', 'mail']) fs.mkdirSync(at(name));
  execFileSync('chown', ['postfix', at('data')]);
  fs.chownSync(at('mail'), 65534, 65534);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', at('key.pem'), '-out', at('ca.pem')],
  );
  fs.writeFileSync(
    at('etc', 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${at('queue')}
data_directory = ${at('data')}
mail_owner = postfix
setgid_group = postdrop
daemon_directory = /usr/lib/postfix/sbin
command_directory = /usr/sbin
maillog_file = ${at('log')}
maillog_file_prefixes = /tmp, /var, ${folder}
myhostname = mail.example.org
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mydestination =
alias_maps =
local_recipient_maps =
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_tls_security_level = encrypt
smtpd_tls_cert_file = ${at('ca.pem')}
smtpd_tls_key_file = ${at('key.pem')}
smtpd_tls_loglevel = 1
virtual_mailbox_domains = static:all
virtual_mailbox_base = ${at('mail')}
virtual_mailbox_maps = static:all/
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_minimum_uid = 1
`,
  );
  fs.writeFileSync(at('etc', 'master.cf'), `127.0.0.1:${port} inet n - n - - smtpd${MASTER}`);
  const server = startProgram(postfix, ['-c', at('etc'), 'start-fg']);
  await listening(port, server);
  return {
    settings: {
      SMTP_URL: `smtp://localhost:${port}/?requireTLS=true`,
      NODE_EXTRA_CA_CERTS: at('ca.pem'),
    },
    mails() {
      const box = at('mail', 'all', 'new');
      if (!fs.existsSync(box)) return [];
      return fs.readdirSync(box).map((name) => fs.readFileSync(path.join(box, name), 'utf8'));
    },
    log: () => (fs.existsSync(at('log')) ? fs.readFileSync(at('log'), 'utf8') : server.output()),
    async stop() {
      execFileSync(postfix, ['-c', at('etc'), 'stop'], { stdio: 'pipe' });
      await server.stop();
      removing(folder);
    },
  };
}

export interface ObjectGateway extends RealPart {
  endpoint: string;
  keys: { accessKeyId: string; secretAccessKey: string };
  bucket: string;
}

/** Ceph's S3 gateway with a file backend instead of a cluster. */
export async function startRadosGateway(radosgw: string, admin: string): Promise<ObjectGateway> {
  const folder = newFolder();
  const port = await freePort();
  const config = path.join(folder, 'ceph.conf');
  fs.writeFileSync(
    config,
    `[global]
fsid = 11111111-1111-1111-1111-111111111111
mon_host = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
admin_socket =
run_dir = ${folder}
log_file = ${folder}/log
[client]
rgw backend store = dbstore
rgw config store = dbstore
dbstore config uri = file:${folder}/config.db
dbstore db dir = ${folder}
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw_data = ${folder}
`,
  );
  const common = ['-c', config, '--no-mon-config', '-n', 'client.rgw'];
  const server = startProgram(radosgw, [...common, '-d'], { cwd: folder });
  await listening(port, server);
  const keys = { accessKeyId: 'TKRADOS', secretAccessKey: randomBytes(20).toString('hex') };
  const user = ['--uid=product', '--display-name=product', `--access-key=${keys.accessKeyId}`];
  execFileSync(admin, [...common, 'user', 'create', ...user, `--secret=${keys.secretAccessKey}`], {
    stdio: 'pipe',
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const bucket = 'tomekeeper';
  return {
    endpoint,
    keys,
    bucket,
    settings: {
      S3_ENDPOINT: endpoint,
      S3_PUBLIC_ENDPOINT: endpoint,
      STORAGE_PUBLIC_URL: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    async stop() {
      await server.stop('SIGKILL');
      removing(folder);
    },
  };
}

/** Prometheus with our rules and the given targets. */
export async function startPrometheus(
  program: string,
  targets: readonly { target: string; service: string; process: string }[],
  rules: string,
): Promise<{ ask(query: string): Promise<unknown>; stop(): Promise<void> }> {
  const folder = newFolder();
  const port = await freePort();
  const config = path.join(folder, 'prometheus.json');
  // JSON is YAML.
  fs.writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [
        {
          job_name: 'product',
          static_configs: targets.map(({ target, service, process: name }) => ({
            targets: [target],
            labels: { service, process: name },
          })),
        },
      ],
    }),
  );
  const server = startProgram(program, [
    `--config.file=${config}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  await listening(port, server);
  return {
    async ask(query) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${query}`);
      return ((await answer.json()) as { data: unknown }).data;
    },
    async stop() {
      await server.stop();
      removing(folder);
    },
  };
}
