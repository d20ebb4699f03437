import { progress, StartupProblem } from '@tomekeeper/cli-kit';
import { ownParts } from '../config';
import type { ProductContext } from '../product/services';
import { seedDemo, type DemoSize } from './seed-demo';

/** Creates the demo campaigns and returns sign-in instructions. */
export async function demoRows(
  { config, secrets }: ProductContext,
  size: DemoSize,
): Promise<[string, string][]> {
  if (ownParts(config).mail || config.COGNITO_USER_POOL_ID !== undefined) {
    throw new StartupProblem(
      'The demo reads its sign-up codes from the embedded mail inbox: start --demo without SMTP_URL and COGNITO_*.',
    );
  }
  const startedAt = Date.now();
  const people = await seedDemo({
    publicUrl: `http://localhost:${config.PORT}`,
    inboxUrl: `http://127.0.0.1:${config.MAIL_UI_PORT}`,
    password: secrets.demoPassword,
    size,
  });
  progress.done('The demo campaign is ready', startedAt);
  return [
    ...people.map(({ role, email }): [string, string] => [`Demo ${role}`, email]),
    ['Demo password', secrets.demoPassword],
  ];
}
