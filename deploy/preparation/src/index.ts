export { writeSecretFiles } from './secret-files';
