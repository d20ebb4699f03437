import { act, fireEvent } from '@testing-library/react';

/** jsdom reads files only with `FileReader`, and lacks folders. */
export function readableFiles(): void {
  const { prototype } = Blob;
  const before = Object.getOwnPropertyDescriptor(prototype, 'arrayBuffer');
  beforeAll(() => {
    Object.defineProperty(File.prototype, 'webkitRelativePath', { value: '', configurable: true });
    prototype.arrayBuffer = function (this: Blob) {
      return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result as ArrayBuffer);
        reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
        reader.readAsArrayBuffer(this);
      });
    };
  });
  afterAll(() => {
    Reflect.deleteProperty(File.prototype, 'webkitRelativePath');
    if (before) Object.defineProperty(prototype, 'arrayBuffer', before);
    else Reflect.deleteProperty(prototype, 'arrayBuffer');
  });
}

/** A file, or a folder with its content. */
export type Dropped = File | { folder: string; holds: Dropped[] };

const SOME = 2;

function entryOf(dropped: Dropped): FileSystemEntry {
  if (dropped instanceof File) {
    const entry = {
      name: dropped.name,
      isFile: true,
      isDirectory: false,
      file: (give: (file: File) => void) => give(dropped),
    };
    return entry as unknown as FileSystemEntry;
  }
  const folder = {
    name: dropped.folder,
    isFile: false,
    isDirectory: true,
    createReader() {
      let given = 0;
      return {
        readEntries(give: (entries: FileSystemEntry[]) => void) {
          give(dropped.holds.slice(given, (given += SOME)).map(entryOf));
        },
      };
    },
  };
  return folder as unknown as FileSystemEntry;
}

export function transferOf(...all: Dropped[]): DataTransfer {
  const items = all.map((dropped) => ({
    kind: 'file',
    webkitGetAsEntry: () => entryOf(dropped),
    getAsFile: () => (dropped instanceof File ? dropped : null),
  }));
  return { types: ['Files'], items, dropEffect: 'none' } as unknown as DataTransfer;
}

/** Drops files on an element. @returns whether the browser's default was prevented */
export async function drop(over: Element, ...all: Dropped[]): Promise<boolean> {
  let isLeftToBrowser = false;
  await act(async () => {
    isLeftToBrowser = fireEvent.drop(over, { dataTransfer: transferOf(...all) });
  });
  return !isLeftToBrowser;
}
