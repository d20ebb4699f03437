import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { MAX_NAME_LENGTH } from '@tomekeeper/contracts-values';
import { z } from 'zod';

const text = (length: number) =>
  z
    .string()
    .max(length)
    .refine((value) => value.isWellFormed() && !value.includes('\0'));

/** A member's character, for readers: characters belong to players, so that imports ignore them. */
export const characterRecord = z.object({
  /** Display name of the member; null if it is unknown. */
  player: text(MAX_NAME_LENGTH).nullable(),
  name: text(CAMPAIGN_LIMITS.characterName),
  line: text(CAMPAIGN_LIMITS.characterLine).optional(),
});
export type CharacterRecord = z.infer<typeof characterRecord>;
