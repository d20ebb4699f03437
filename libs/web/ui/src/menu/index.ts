export { Menu, type MenuProps } from './menu';
export { MenuItem, menuItemClass, type MenuItemProps } from './menu-item';
