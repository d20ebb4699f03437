import { fileSize } from '@tomekeeper/ui/file-input';

const BYTES_PER_MB = 1024 * 1024;

/** Why this file can't be sent. A missing one is mentioned only after the button was pressed. */
export function problemWith(file: File | null, maxMb: number, pressed: boolean): string | null {
  if (!file) return pressed ? 'Choose a file first.' : null;
  if (file.size <= maxMb * BYTES_PER_MB) return null;
  const limit = fileSize(maxMb * BYTES_PER_MB);
  const size = fileSize(file.size);
  // In the words that stand beside its name; a file just above the limit reads as large as that.
  return `This file has ${size === limit ? `a little more than ${limit}` : size}. At most ${limit} can be uploaded.`;
}
