import { useState } from 'react';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { SelectField } from '@tomekeeper/ui/field';
import { NameFilter } from '@tomekeeper/ui/name-filter';
import { titleOf, type Document } from '../documents-api/documents-api';
import styles from './print.module.css';

/** Which documents are printed. */
export interface Choice {
  what: 'all' | 'tag' | 'some';
  tag: string;
  some: ReadonlySet<string>;
}

/** The chosen documents, by title. A tag includes the tags below it. */
export function chosenOf(documents: readonly Document[], { what, tag, some }: Choice): Document[] {
  const isChosen = ({ id, tags = [] }: Document): boolean => {
    if (what === 'all') return true;
    if (what === 'some') return some.has(id);
    return tags.some((one) => one === tag || one.startsWith(`${tag}/`));
  };
  return documents.filter(isChosen).sort(byTitle);
}

const ORDER = new Intl.Collator(undefined, { numeric: true });
const byTitle = (one: Document, other: Document) => ORDER.compare(titleOf(one), titleOf(other));

interface ChooseDocumentsProps {
  documents: readonly Document[];
  choice: Choice;
  onChoice: (choice: Choice) => void;
}

/** Choice of all documents, of those with a tag, or of single ones. */
export function ChooseDocuments({ documents, choice, onChoice }: ChooseDocumentsProps) {
  const [filter, setFilter] = useState('');
  const tags = [...new Set(documents.flatMap(({ tags: own = [] }) => own))].sort(ORDER.compare);
  const { what, tag, some } = choice;
  return (
    <>
      <SelectField
        label="What to print"
        value={what}
        options={[
          { value: 'all', label: 'Everything' },
          ...(tags.length > 0 ? [{ value: 'tag' as const, label: 'One tag' }] : []),
          { value: 'some', label: 'Single documents' },
        ]}
        onChange={(next) => onChoice({ ...choice, what: next, tag: tag || (tags[0] ?? '') })}
      />
      {what === 'tag' && (
        <SelectField
          label="Tag"
          value={tag}
          options={tags.map((one) => ({ value: one, label: one }))}
          onChange={(next) => onChoice({ ...choice, tag: next })}
        />
      )}
      {what === 'some' && (
        <NameFilter
          items={[...documents].sort(byTitle)}
          nameOf={titleOf}
          noun="document"
          value={filter}
          onChange={setFilter}
        >
          {(found) => (
            <ul role="list" className={styles.documents} aria-label="Documents to print">
              {found.map((document) => (
                <li key={document.id}>
                  <Checkbox
                    label={<span dir="auto">{titleOf(document)}</span>}
                    checked={some.has(document.id)}
                    onChange={({ target }) => {
                      const next = new Set(some);
                      if (target.checked) next.add(document.id);
                      else next.delete(document.id);
                      onChoice({ ...choice, some: next });
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
        </NameFilter>
      )}
    </>
  );
}
