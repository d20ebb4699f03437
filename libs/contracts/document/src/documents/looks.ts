import { z } from 'zod';
import { id, requiredText } from '@tomekeeper/contracts-values';
import { DOCUMENT_LIMITS } from './limits';

/** Kind of subject that a document describes. */
export const DOCUMENT_CATEGORIES = [
  ...(['person', 'place', 'faction'] as const),
  ...(['item', 'event', 'other'] as const),
] as const;
export const documentCategory = z.enum(DOCUMENT_CATEGORIES, {
  error: 'A category is person, place, faction, item, event or other.',
});
export type DocumentCategory = z.infer<typeof documentCategory>;

/** Another name of the subject of a document. */
export const alias = z.object({
  name: requiredText('An alias', DOCUMENT_LIMITS.aliasLength),
  /** `readers` are the viewers of a Public document. */
  audience: z
    .enum(['gm', 'readers'], { error: 'The audience of an alias is gm or readers.' })
    .default('gm'),
});
export type Alias = z.infer<typeof alias>;

/** Names of the aliases that viewers of a Public document see. */
export const aliasesOfReaders = (aliases: readonly Alias[] = []): string[] =>
  aliases.filter(({ audience }) => audience === 'readers').map(({ name }) => name.trim());

/** The picture of a document in galleries: a picture document of the campaign, or an image of its text. */
export const portrait = z.object({
  /** Either this or `image`. */
  document: id.optional(),
  image: id.optional(),
});
export type Portrait = z.infer<typeof portrait>;

export const chosenCategory = documentCategory.nullable().optional();

/** A picture document of the campaign, or an image of the document's text. Null removes the portrait. */
export const chosenPortrait = id.toLowerCase().nullable().optional();
