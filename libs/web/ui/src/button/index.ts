export { Button, type ButtonProps } from './button';
export { buttonClass, type ButtonLook } from './button-class';
