/**
 * Who sees a passage: a class, which stands with it. Two are without a row; any other is a set of chosen players in
 * `audience_class`. A passage without a class goes with its document, so that hiding or revealing one writes no passage.
 */
export const GM_CLASS = '00000000-0000-4000-8000-000000000001';
export const PARTY_CLASS = '00000000-0000-4000-8000-000000000002';
