import { z } from 'zod';

/** Variables by which the backing services reach the tests. */
const TestEnvironment = z.object({
  /** Superuser of the throw-away PostgreSQL. */
  TEST_ADMIN_DATABASE_URL: z.url(),
  /** `cluster_name` of that very server. */
  TEST_CLUSTER_NAME: z.string(),
  TEST_SMTP_URL: z.url(),
  /** Inbox page; `GET /email` below it. */
  TEST_MAIL_URL: z.url(),
  TEST_S3_ENDPOINT: z.url(),
  TEST_S3_REGION: z.string(),
  TEST_S3_BUCKET: z.string(),
  TEST_S3_ACCESS_KEY_ID: z.string(),
  TEST_S3_SECRET_ACCESS_KEY: z.string(),
  /** The web origin that the object store's CORS rules let in. */
  TEST_ORIGIN: z.url(),
  /** With which the test identity signs tokens, as PEM: a key of this kind takes longer to make than most tests. */
  TEST_TOKEN_KEY: z.string(),
});
export type TestEnvironment = z.infer<typeof TestEnvironment>;

/** Where the backing services of this run are. */
export function testEnvironment(): TestEnvironment {
  const parsed = TestEnvironment.safeParse(process.env);
  if (!parsed.success) {
    throw new Error(
      'No backing services: run integration specs with TEST_KIND=integration, so that jest starts them.',
    );
  }
  return parsed.data;
}
