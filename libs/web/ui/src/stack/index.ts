export { Cluster, Stack, type StackProps } from './stack';
