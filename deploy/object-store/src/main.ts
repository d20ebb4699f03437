import { z } from 'zod';
import { startObjectStore } from './object-store';

/** The object store as a standalone process, configured by environment variables. */
const Environment = z.object({
  OBJECT_STORE_DIR: z.string(),
  OBJECT_STORE_PORT: z.coerce.number(),
  OBJECT_STORE_HOST: z.string().default('127.0.0.1'),
  OBJECT_STORE_ACCESS_KEY_ID: z.string(),
  OBJECT_STORE_SECRET_ACCESS_KEY: z.string(),
  OBJECT_STORE_REGION: z.string().default('us-east-1'),
  /** Separated by commas. */
  OBJECT_STORE_ALLOWED_ORIGINS: z.string().default(''),
  /** In addition to localhost's names and the listening host; separated by commas. */
  OBJECT_STORE_ALLOWED_HOSTS: z.string().default(''),
  OBJECT_STORE_MAX_BYTES: z.coerce.number().optional(),
  OBJECT_STORE_BUCKETS: z.string().default(''),
});

async function main(): Promise<void> {
  const env = Environment.parse(process.env);
  const store = await startObjectStore({
    dir: env.OBJECT_STORE_DIR,
    port: env.OBJECT_STORE_PORT,
    host: env.OBJECT_STORE_HOST,
    accessKeyId: env.OBJECT_STORE_ACCESS_KEY_ID,
    secretAccessKey: env.OBJECT_STORE_SECRET_ACCESS_KEY,
    region: env.OBJECT_STORE_REGION,
    allowedHosts: list(env.OBJECT_STORE_ALLOWED_HOSTS),
    allowedOrigins: list(env.OBJECT_STORE_ALLOWED_ORIGINS),
    buckets: list(env.OBJECT_STORE_BUCKETS),
    onLog: (entry) => console.log(JSON.stringify({ time: new Date().toISOString(), ...entry })),
    ...(env.OBJECT_STORE_MAX_BYTES !== undefined && { maxObjectBytes: env.OBJECT_STORE_MAX_BYTES }),
  });
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.once(name, () => void store.stop().then(() => process.exit(0)));
  }
}

function list(text: string): string[] {
  return text.split(',').filter((item) => item !== '');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
