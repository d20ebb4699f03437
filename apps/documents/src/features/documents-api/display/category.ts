import type { DocumentCategory } from '@tomekeeper/contracts-document';

/** Categories in the order of the gallery's sections. */
export const CATEGORIES: readonly { value: DocumentCategory; label: string; section: string }[] = [
  { value: 'person', label: 'Person', section: 'People' },
  { value: 'place', label: 'Place', section: 'Places' },
  { value: 'faction', label: 'Faction', section: 'Factions' },
  { value: 'item', label: 'Item', section: 'Items' },
  { value: 'event', label: 'Event', section: 'Events' },
  { value: 'other', label: 'Other', section: 'Other' },
];

/** Name of a category; undefined without one, and for categories of later service versions. */
export const categoryInWords = (category: string | undefined): string | undefined =>
  CATEGORIES.find(({ value }) => value === category)?.label;
