export {
  PageHeader,
  PageHeading,
  type PageHeaderProps,
  type PageHeadingProps,
} from './page-header';
