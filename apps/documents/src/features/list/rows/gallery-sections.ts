import { CATEGORIES } from '../../documents-api/display/category';
import type { Document } from '../../documents-api/documents-api';

/** A section of the gallery with at least one document. */
export interface GallerySection {
  category: string;
  /** Undefined if no document has a category, so that there is a single section. */
  heading: string | undefined;
  documents: readonly Document[];
}

const OTHER = 'other';

/** Groups documents by category, in the order of the categories; those without one are in the last section. */
export function gallerySections(documents: readonly Document[]): GallerySection[] {
  const hasCategories = documents.some(({ category }) => category !== undefined);
  return CATEGORIES.flatMap(({ value, section }) => {
    const found = documents.filter(({ category = OTHER }) => category === value);
    if (found.length === 0) return [];
    return [{ category: value, heading: hasCategories ? section : undefined, documents: found }];
  });
}
