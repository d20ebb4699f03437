export { NameFilter, type NameFilterProps } from './name-filter';
export { findByName } from './find-by-name';
