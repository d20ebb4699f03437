import { z } from 'zod';
import { emailAddress, optionalText, timestamp } from '@tomekeeper/contracts-values';

/** Body of `POST /api/subscribe/`. */
export const subscribeRequest = z.object({
  email: emailAddress,
  name: optionalText('Name').default(''),
});
export type SubscribeRequest = z.infer<typeof subscribeRequest>;

/** Body of resend and unsubscribe. */
export const subscriberEmailRequest = z.object({ email: emailAddress });

/** Response of the mailing-list calls. */
export const detailAnswer = z.object({ detail: z.string() });

/** Response of the internal `GET /internal/subscription?email=`; null for an unknown address. */
export const subscriptionAnswer = z.object({
  subscription: z
    .object({
      email: z.string(),
      name: z.string(),
      status: z.enum(['pending', 'verified', 'unsubscribed']),
      created_at: timestamp,
    })
    .nullable(),
});
export type SubscriptionAnswer = z.infer<typeof subscriptionAnswer>;
