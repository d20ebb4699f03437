import { Amplify } from 'aws-amplify';
import { ConsoleLogger } from 'aws-amplify/utils';

/** The pool of these tests, as Amplify takes it. */
const COGNITO = {
  userPoolId: 'local_test',
  userPoolClientId: 'client1',
  userPoolEndpoint: 'http://localhost/idp',
};

/** Configures Amplify for this pool, with further or other settings. */
export function configureAmplify(more: object = {}): void {
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({ Auth: { Cognito: { ...COGNITO, ...more } } });
}
