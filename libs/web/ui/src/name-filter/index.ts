export { NameFilter, type NameFilterProps } from './name-filter';
