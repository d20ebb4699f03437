export { FileInput, type FileInputProps } from './file-input';
export { fileSize } from './file-size';
