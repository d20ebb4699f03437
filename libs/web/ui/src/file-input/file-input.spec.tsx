import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { fileSize } from './file-size';
import { FileInput } from './file-input';

function Chooser() {
  const [file, setFile] = useState<File | null>(null);
  return <FileInput label="File" file={file} onFile={setFile} />;
}

const map = new File([new Uint8Array(2_500_000)], 'Map of Barovia.png', { type: 'image/png' });

describe('FileInput', () => {
  it('shows the name and the size of the chosen file', async () => {
    render(<Chooser />);
    await userEvent.upload(screen.getByLabelText('File'), map);
    expect(screen.getByText(/Map of Barovia\.png/).textContent).toBe('Map of Barovia.png 2.4 MB');
  });
});

describe('fileSize', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_024, '1 KB'],
    [340 * 1_024 + 100, '340 KB'],
    [12.44 * 1_024 * 1_024, '12.4 MB'],
    [220 * 1_024 * 1_024, '220 MB'],
    [3 * 1_024 ** 3, '3 GB'],
  ])('says %d as %s', (bytes, words) => expect(fileSize(bytes)).toBe(words));
});
