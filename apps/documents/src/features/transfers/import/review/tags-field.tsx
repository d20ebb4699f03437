import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { TextField } from '@tomekeeper/ui/field';
import { typedTags } from '../../../list/tags/tag-tree';

interface TagsFieldProps {
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
}

/** Field for comma-separated tags. */
export function TagsField({ value, onChange, onBlur }: TagsFieldProps) {
  return (
    <TextField
      label="Tags"
      description="Several with commas between them."
      autoComplete="off"
      autoCapitalize="none"
      value={value}
      error={tagsProblem(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

/** Error of typed tags. */
export function tagsProblem(text: string): string | undefined {
  const tags = typedTags(text);
  if (tags.length > DOCUMENT_LIMITS.tags)
    return `A document has at most ${DOCUMENT_LIMITS.tags} tags.`;
  return tags.some((tag) => tag.length > DOCUMENT_LIMITS.tagLength)
    ? `A tag has at most ${DOCUMENT_LIMITS.tagLength} characters.`
    : undefined;
}
