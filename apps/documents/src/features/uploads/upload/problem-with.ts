import { fileSize } from '@tomekeeper/ui/file-input';

const BYTES_PER_MB = 1024 * 1024;

/** Validation error of a file. A missing file is only reported after a submit attempt. */
export function problemWith(file: File | null, maxMb: number, pressed: boolean): string | null {
  if (!file) return pressed ? 'Choose a file first.' : null;
  if (file.size <= maxMb * BYTES_PER_MB) return null;
  const limit = fileSize(maxMb * BYTES_PER_MB);
  const size = fileSize(file.size);
  // Matches the size next to the file name; a size just above the limit is rounded to the limit.
  return `This file has ${size === limit ? `a little more than ${limit}` : size}. At most ${limit} can be uploaded.`;
}
