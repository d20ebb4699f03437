import { ApiError, createApiClient, detailOrText, textThenDetail } from '@tomekeeper/api-client';
import type { Http, Outcome } from '@tomekeeper/remote-kit';
import { z } from 'zod';

/** Any success response counts, regardless of its body. */
const detail = z.object({ detail: z.string().min(1).optional() }).catch({});

/** Puts an address on the list once its owner agrees. */
export async function subscribe(
  http: Http,
  { email, name }: { email: string; name: string },
): Promise<Outcome<'email'>> {
  try {
    await createApiClient(http).post('/api/subscribe/', {
      body: { email: normalised(email), name: name.trim() },
    });
    return "Thanks! You'll get an email to verify your email address.";
  } catch (error) {
    const refused = error instanceof ApiError ? error.field('email') : undefined;
    if (refused) return { message: refused, fields: { email: refused } };
    return textThenDetail(error, 'Sorry, something went wrong.');
  }
}

export function verify(http: Http, token: string): Promise<Outcome> {
  const query = new URLSearchParams({ token });
  return settled(
    () => createApiClient(http).get(`/api/subscribe/verify/?${query}`, { answer: detail }),
    { ok: 'Email verified. Thank you!', error: 'Invalid or expired token.' },
  );
}

export function resend(http: Http, email: string): Promise<Outcome> {
  return settled(
    () =>
      createApiClient(http).post('/api/subscribe/resend/', {
        body: { email: normalised(email) },
        answer: detail,
      }),
    {
      ok: 'If your email exists, a new link has been sent.',
      error: 'Unable to send a new link.',
    },
  );
}

export function unsubscribe(http: Http, email: string): Promise<Outcome> {
  return settled(
    () =>
      createApiClient(http).post('/api/subscribe/unsubscribe/', {
        body: { email: normalised(email) },
        answer: detail,
      }),
    { ok: 'You have been unsubscribed.', error: 'Unable to unsubscribe.' },
  );
}

/** Detail first, both ways; the given texts where the server says nothing. */
async function settled(
  call: () => Promise<z.infer<typeof detail>>,
  texts: { ok: string; error: string },
): Promise<Outcome> {
  try {
    return (await call()).detail ?? texts.ok;
  } catch (error) {
    return detailOrText(error, texts.error);
  }
}

const normalised = (email: string) => email.trim().toLowerCase();
