import { createApiClient, detailOrText } from '@tomekeeper/api-client';
import { robotChallenge, type RobotChallenge } from '@tomekeeper/contracts-contact';
import type { Http, Outcome } from '@tomekeeper/remote-kit';

export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
  recaptcha_token: string;
}

export async function sendMessage(http: Http, message: ContactMessage): Promise<Outcome> {
  try {
    await createApiClient(http).post('/api/contact/', { body: message });
    return "Thanks for reaching out! We'll get back to you shortly.";
  } catch (error) {
    return detailOrText(error, 'Sorry, something went wrong.');
  }
}

/** @throws when there is no challenge to be had */
export function fetchChallenge(http: Http, signal: AbortSignal): Promise<RobotChallenge> {
  return createApiClient(http).get('/api/contact/challenge/', { answer: robotChallenge, signal });
}
