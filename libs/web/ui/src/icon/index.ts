export { Drawing, type DrawingProps } from './drawing';
export { Icon, type IconName, type IconProps } from './icon';
export * as iconShapes from './shapes';
