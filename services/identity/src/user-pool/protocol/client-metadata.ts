import { z } from 'zod';

/** What clients send along, for programs beside the managed service; ours reads some of it itself. */
export const clientMetadata = z.record(z.string(), z.string()).optional();
export type ClientMetadata = z.infer<typeof clientMetadata>;
