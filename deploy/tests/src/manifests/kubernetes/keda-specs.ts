import { z } from 'zod';

const text = z.string().min(1);

/** Schemas of the KEDA fields that we use, because no package describes a current release. */
export const KEDA_SPECS: Readonly<Record<string, z.ZodType>> = {
  ScaledObject: z.strictObject({
    scaleTargetRef: z.strictObject({ name: text }),
    pollingInterval: z.int().min(1),
    cooldownPeriod: z.int().min(1),
    minReplicaCount: z.int().min(0),
    maxReplicaCount: z.int().min(1),
    triggers: z
      .array(
        z.strictObject({
          type: z.literal('redis'),
          metadata: z.strictObject({ listName: text, listLength: z.string().regex(/^\d+$/) }),
          authenticationRef: z.strictObject({ name: text }),
        }),
      )
      .min(1),
  }),
  TriggerAuthentication: z.strictObject({
    secretTargetRef: z.array(
      z.strictObject({
        parameter: z.enum(['address', 'username', 'password', 'tls']),
        name: text,
        key: text,
      }),
    ),
  }),
};
