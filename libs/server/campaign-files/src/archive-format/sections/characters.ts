import { CAMPAIGN_LIMITS } from '@tomekeeper/contracts-campaign';
import { MAX_NAME_LENGTH } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { lineText, sourceId } from '../fields';

/** A member's character, for readers: characters belong to players, so that imports ignore them. */
export const characterRecord = z.object({
  /** Display name of the member; null if it is unknown. */
  player: lineText(MAX_NAME_LENGTH).nullable(),
  name: lineText(CAMPAIGN_LIMITS.characterName),
  line: lineText(CAMPAIGN_LIMITS.characterLine).optional(),
  /** Its file. */
  portrait: sourceId.optional(),
});
export type CharacterRecord = z.infer<typeof characterRecord>;
