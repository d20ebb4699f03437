import type { DocumentCategory } from '@tomekeeper/contracts-document';
import { SelectField } from '@tomekeeper/ui/field';
import { CATEGORIES } from './category';

/** The empty value means no category. */
const OPTIONS: readonly { value: DocumentCategory | ''; label: string }[] = [
  { value: '', label: 'None' },
  ...CATEGORIES,
];

interface CategoryFieldProps {
  label?: string;
  'aria-label'?: string;
  /** Null without a category. */
  value: DocumentCategory | null;
  onChange: (category: DocumentCategory | null) => void;
}

/** Choice of a category, or of none. */
export function CategoryField({
  label = 'Category',
  value,
  onChange,
  ...rest
}: CategoryFieldProps) {
  return (
    <SelectField
      {...rest}
      label={label}
      options={OPTIONS}
      value={value ?? ''}
      onChange={(category) => onChange(category === '' ? null : category)}
    />
  );
}
