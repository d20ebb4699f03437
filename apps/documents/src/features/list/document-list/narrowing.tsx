import { useState } from 'react';
import { useShell, writeQuery } from '@tomekeeper/remote-kit';
import type { Role } from '@tomekeeper/remote-kit/campaign';
import { SelectField } from '@tomekeeper/ui/field';
import { CATEGORIES } from '../../documents-api/display/category';
import type { Document, Facets } from '../../documents-api/documents-api';
import { isTagged, tagFolders, type Tagged, type TagFolder } from '../tags/tag-tree';
import { kindOf, kindOrder, labelOfKind } from './document-kind';
import styles from './document-list.module.css';

/** Filter of the document list; empty strings match everything. */
export interface Wanted {
  tag: string;
  /** Label from {@link kindOf}. */
  kind: string;
  category: string;
  audience: string;
}

const AUDIENCES = [
  { value: '', label: 'All' },
  { value: 'public', label: 'Public' },
  { value: 'spoilers', label: 'Spoilers' },
];

/** Filtered list and the available filter values. */
export interface Narrowing {
  wanted: Wanted;
  want: (change: Partial<Wanted>) => void;
  narrowed: readonly Document[];
  folders: readonly TagFolder[];
  kinds: readonly string[];
  /** Categories of the documents, as options. */
  categories: readonly { value: string; label: string }[];
}

/**
 * Stores the filters of a library in the URL.
 * @param parts sections of documents, which have tags too
 * @param documents all visible documents; only their values are offered
 * @param facets offered values, if the documents are not all loaded
 */
export function useNarrowing(
  documents: readonly Document[],
  parts: readonly Tagged[],
  role: Role,
  inLibrary: boolean,
  facets: Facets | undefined,
): Narrowing {
  const { search } = useShell().routing.useLocation();
  const [wished, setWished] = useState(() => (inLibrary ? wantedIn(search) : NOTHING));
  const tagged: readonly Tagged[] = facets
    ? facets.folders.map(({ path }) => ({ tags: [path] }))
    : documents;
  const folders = tagFolders([...tagged, ...parts]);
  const kinds = facets ? facets.kinds.flatMap(labelOfKind) : kindsOf(documents);
  const categories = CATEGORIES.filter(({ value }) =>
    facets
      ? facets.categories.includes(value)
      : documents.some(({ category }) => category === value),
  );
  // The last document may have lost the tag meanwhile.
  const wanted: Wanted = {
    tag: folders.some(({ path }) => path === wished.tag) ? wished.tag : '',
    kind: kinds.includes(wished.kind) ? wished.kind : '',
    category: categories.some(({ value }) => value === wished.category) ? wished.category : '',
    // Players do not see audiences.
    audience: role === 'player' ? '' : wished.audience,
  };
  return {
    wanted,
    want: (change) => {
      const next = { ...wanted, ...change };
      setWished(next);
      if (inLibrary) writeQuery({ ...next });
    },
    narrowed: documents.filter((document) => isWanted(document, wanted)),
    folders,
    kinds,
    categories,
  };
}

const NOTHING: Wanted = { tag: '', kind: '', category: '', audience: '' };

function wantedIn(search: string): Wanted {
  const query = new URLSearchParams(search);
  const audience = query.get('audience') ?? '';
  return {
    tag: query.get('tag') ?? '',
    kind: query.get('kind') ?? '',
    category: query.get('category') ?? '',
    audience: AUDIENCES.some(({ value }) => value === audience) ? audience : '',
  };
}

const isWanted = (document: Document, { tag, kind, category, audience }: Wanted): boolean =>
  (!tag || isTagged(document, tag)) &&
  (!kind || kindOf(document).words === kind) &&
  (!category || document.category === category) &&
  (!audience || document.is_spoilers === (audience === 'spoilers'));

/** Kinds of the documents, in sort order. */
const kindsOf = (documents: readonly Document[]): string[] => [
  ...new Set(
    documents
      .toSorted((one, other) => kindOrder(one) - kindOrder(other))
      .map((document) => kindOf(document).words),
  ),
];

interface NarrowingFieldsProps {
  narrowing: Narrowing;
  role: Role;
  inLibrary: boolean;
}

/** Filter fields. Only GMs receive audiences; players receive shared tags. */
export function NarrowingFields({ narrowing, role, inLibrary }: NarrowingFieldsProps) {
  const { wanted, want, folders, kinds, categories } = narrowing;
  return (
    <>
      {folders.length > 0 && (
        <div className={inLibrary ? `${styles.tool} ${styles.beside}` : styles.tool}>
          <SelectField
            label="Tag"
            options={[{ value: '', label: 'All' }, ...folders.map(optionOf)]}
            value={wanted.tag}
            onChange={(tag) => want({ tag })}
          />
        </div>
      )}
      {inLibrary && kinds.length > 1 && (
        <div className={styles.tool}>
          <SelectField
            label="Kind"
            options={[
              { value: '', label: 'All' },
              ...kinds.map((kind) => ({ value: kind, label: kind })),
            ]}
            value={wanted.kind}
            onChange={(kind) => want({ kind })}
          />
        </div>
      )}
      {inLibrary && categories.length > 0 && (
        <div className={styles.tool}>
          <SelectField
            label="Category"
            options={[{ value: '', label: 'All' }, ...categories]}
            value={wanted.category}
            onChange={(category) => want({ category })}
          />
        </div>
      )}
      {inLibrary && role !== 'player' && (
        <div className={styles.tool}>
          <SelectField
            label="Audience"
            options={AUDIENCES}
            value={wanted.audience}
            onChange={(audience) => want({ audience })}
          />
        </div>
      )}
    </>
  );
}

/** Indents nested folders, because `select` has no tree. */
const optionOf = ({ path, name, depth }: TagFolder) => ({
  value: path,
  label: `${'\u2003'.repeat(depth)}${name}`,
});
