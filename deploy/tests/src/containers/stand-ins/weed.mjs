#!/usr/bin/env node
// The subset of SeaweedFS' command line that the compose file uses, with the object store of `npm start`.
import fs from 'node:fs';

const options = new Map(
  process.argv
    .slice(2)
    .map((argument) => /^-([\w.]+)=(.*)$/.exec(argument))
    .filter((found) => found !== null)
    .map(([, name, value]) => [name, value]),
);
const { identities } = JSON.parse(fs.readFileSync(options.get('s3.config'), 'utf8'));
const { accessKey, secretKey } = identities[0].credentials[0];
Object.assign(process.env, {
  OBJECT_STORE_DIR: options.get('dir'),
  OBJECT_STORE_HOST: options.get('ip.bind'),
  OBJECT_STORE_PORT: options.get('s3.port'),
  OBJECT_STORE_ALLOWED_HOSTS: options.get('ip'),
  OBJECT_STORE_ALLOWED_ORIGINS: options.get('s3.allowedOrigins'),
  OBJECT_STORE_ACCESS_KEY_ID: accessKey,
  OBJECT_STORE_SECRET_ACCESS_KEY: secretKey,
});
const program = '/app/deploy/object-store/dist/main.js';
await import(program);
